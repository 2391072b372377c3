/**
 * The account's webhooks, so that a delivery of another one is told apart: loaded with the server's own token when the
 * store opens, and again where a delivery names one that isn't known. Free requests, behind everything that people ask.
 */
import { pagingOf } from '../../api/json-api'
import { isWithoutData, read } from '../../api/read'
import { webhooks } from '../../api/webhooks'
import type { AskList } from './ask-list'

/** A stranger's webhook in every delivery has the list loaded no more often. */
export const AGAIN_MS = 60_000
/** An application has a few: a list that doesn't end is none. */
const MOST_PAGES = 20

export interface KnownWebhook {
  id: string
  name: string
}

interface Options {
  ask: AskList
  /** The largest that the provider takes. */
  pageSize: number
  /** Takes all there are. @throws StoreError */
  save(all: readonly KnownWebhook[]): Promise<void>
  log: { warn(line: string): void }
  now?: () => number
}

export interface KnownWebhooks {
  /** Loads the list, unless that was asked for just now; nothing waits for it, and nothing of it fails. */
  refresh(): void
  /** Loads the list, behind what is being loaded: an older one never replaces it. Nothing of it fails. */
  load(): Promise<void>
  close(): Promise<void>
}

export function createKnownWebhooks({
  ask,
  pageSize,
  save,
  log,
  now = () => performance.now(),
}: Options): KnownWebhooks {
  const ending = new AbortController()
  let begunAt = Number.NEGATIVE_INFINITY
  let loading = Promise.resolve()

  async function loadNow(): Promise<void> {
    ending.signal.throwIfAborted()
    const all: KnownWebhook[] = []
    for (let page = 1, hasNext = true; hasNext && page <= MOST_PAGES; page += 1) {
      const { json } = await ask({ 'page[number]': page, 'page[size]': pageSize }, ending.signal)
      const { value } = read(webhooks.list.response, json)
      if (isWithoutData(webhooks.list.response, value)) throw new Error('its body has no list')
      for (const row of value.data ?? []) if (row?.id) all.push({ id: row.id, name: row.attributes?.name ?? '' })
      hasNext = typeof pagingOf(value).links.next === 'string'
    }
    await save(all)
  }

  function load(): Promise<void> {
    loading = loading.then(loadNow).catch((error: unknown) => {
      if (!ending.signal.aborted)
        log.warn(`The list of webhooks couldn’t be loaded: ${error instanceof Error ? error.message : String(error)}`)
    })
    return loading
  }

  return {
    load,
    refresh() {
      if (ending.signal.aborted || now() - begunAt < AGAIN_MS) return
      begunAt = now()
      void load()
    },
    async close() {
      ending.abort()
      await loading
    },
  }
}
