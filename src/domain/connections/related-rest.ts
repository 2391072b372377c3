/**
 * What is missing of an owner's connections after the first page of each mode: read when asked, into the query that
 * holds the others, each page once.
 */
import type { QueryClient } from '@tanstack/react-query'
import { pagingOf } from '../../api/json-api'
import { type TaskState, Tasks, useTask } from '../../core/task'
import { loadPages, nothingLoaded } from '../../lists/load-pages'
import { readConnectionPage } from './load-connection-page'
import { filtersOf, modes, type Owner, type Related, relatedConnections, withPage } from './related'

/** Requests that `readAllRelated` sends. */
export const requestsLeft = ({ counts }: Related): number =>
  modes.reduce((sum, mode) => {
    const { total = 0, size = 1, pages = 1 } = counts[mode]
    return sum + Math.max(0, Math.ceil(total / size) - pages)
  }, 0)

/**
 * Reads what is missing, page by page, behind what was read before.
 * @throws ApiError for the first page that fails; what was read until then stays
 */
export async function readAllRelated(
  client: QueryClient,
  owner: Owner,
  signal: AbortSignal,
  onWait = () => {},
  onPage = () => {},
): Promise<void> {
  const { queryKey } = relatedConnections(owner)
  const countOf = (mode: (typeof modes)[number]) => client.getQueryData(queryKey)?.counts[mode]
  for (const mode of modes) {
    const { total, size = 1, pages = 1 } = countOf(mode) ?? {}
    const at = nothingLoaded({ pages, total, sent: pages * size })
    const upTo = Math.ceil((total ?? 0) / size)
    const read = async (page: number) => {
      const answer = await readConnectionPage(filtersOf(owner, mode), page, size, { signal })
      const { totalCount, links } = pagingOf(answer.value)
      return { rows: answer.value.data ?? [], total: totalCount, isLast: links.next === null, answer }
    }
    for await (const { page } of loadPages(at, { read, signal, onWait, upTo, endsWith404: true })) {
      // Counted anew meanwhile, it begins with a first page again: this one does not go on behind it.
      if (countOf(mode)?.pages !== at.pages - 1) return
      client.setQueryData(queryKey, (old) => old && withPage(old, owner, mode, page.answer))
      onPage()
    }
    // There are fewer by now, so they are counted again.
    if (at.hasLostPages) return client.refetchQueries({ queryKey })
  }
}

const reading = new Tasks<TaskState>()
const keyOf = (owner: Owner) => JSON.stringify(owner)

/** How reading the rest is; undefined where nobody has asked for it. */
export const useRest = (owner: Owner): TaskState | undefined => useTask(reading, keyOf(owner))

export function readRest(client: QueryClient, owner: Owner): void {
  const begin = (): TaskState => ({ phase: 'reading' })
  void reading.start(keyOf(owner), begin, async ({ signal, say }) => {
    const on = (phase: TaskState['phase']) => () => say({ phase })
    await readAllRelated(client, owner, signal, on('waiting'), on('reading'))
    return undefined
  })
}

/** Sends nothing more; what was read stays. */
export const stopRest = (owner: Owner): void => reading.stop(keyOf(owner))

/** Ends it with what it was asked in. */
export const endRest = (owner: Owner): void => reading.end(keyOf(owner))
