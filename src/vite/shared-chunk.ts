/** Puts the modules that many pages load at first into one chunk, because few chunks compress and load better than many. */
import type { Rolldown } from 'vite'

/** Number of pages from which on a module is shared. */
const SHARED_BY = 4

/** Imports what every page has. */
const START = '/src/console/start.tsx'

/** Names the shared chunk for modules that every page or enough of them import, directly or through others. A dynamic import doesn't count. */
export const sharedChunk: Rolldown.CodeSplittingNameFunction = (id, context) => {
  const seen = new Set([id])
  // A set visits the ids that are added on the way.
  for (const one of seen) for (const importer of context.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  if ([...seen].some((one) => one.endsWith(START))) return 'shared'
  const pages = [...seen].filter((one) => one.includes('?tsr-split=component'))
  return pages.length >= SHARED_BY ? 'shared' : null
}
