/** The directory as a page's loader begins it. */
import type { QueryClient } from '@tanstack/react-query'

interface Loading {
  context: { queryClient: QueryClient }
  preload: boolean
}

/** Its code comes with the page's own: nothing of it is part of another page's first load. */
export function loadDirectory({ context, preload }: Loading): void {
  if (!preload) void import('./directory').then(({ openDirectory }) => openDirectory(context.queryClient))
}
