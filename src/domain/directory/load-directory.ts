/** The directory as a page's loader begins it. */
import type { QueryClient } from '@tanstack/react-query'
import type { PageConfig } from '../../api/config'

interface Loading {
  context: { queryClient: QueryClient; config: PageConfig }
  preload: boolean
}

/**
 * Loaded by each browser for itself. Its code comes with the page's own: nothing of it is part of another page's first load.
 * Where the team has a directory on the server, what asks for that is fetched instead, beside the page.
 */
export function loadDirectory({ context: { queryClient, config }, preload }: Loading): void {
  if (preload || import.meta.env.SSR) return
  const loaded = config.hasTeam
    ? import('./team-source')
    : import('./directory').then(({ openDirectory }) => openDirectory(queryClient))
  loaded.catch(() => undefined) // the page imports both, and says what is wrong
}
