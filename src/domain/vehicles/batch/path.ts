/** The paths of a batch as an address asks for them. */
import { readPath } from '../../../api/batch-path'
import type { Search } from '../../../api/search'

/** What an address asks for: every `path` of it that can be sent, in its order, each once. */
export function pathsOf({ path }: Search): string[] {
  const read = [path ?? []].flat().map((text) => readPath(text))
  return [...new Set(read.flatMap((one) => ('path' in one ? one.path : [])))]
}
