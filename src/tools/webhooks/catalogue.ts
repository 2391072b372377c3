/**
 * All webhooks of the application, page by page: to find which include a signal, to pick one, to name an id. Asked for,
 * never by itself where more than one page is needed; they cost no vehicle anything.
 */
import { call } from '../../api/client'
import { pagingOf } from '../../api/json-api'
import { WEBHOOKS_MAX_PAGE_SIZE, type WebhookRow, webhooks } from '../../api/webhooks'
import { cutMiddle } from '../../ui/format'
import { accountStore, onAccountEnd } from '../account'
import { useStore } from '../store'
import * as texts from './catalogue-texts'

export interface Catalogue {
  phase: 'idle' | 'reading' | 'read' | 'failed'
  rows: readonly WebhookRow[]
  /** As the service counts them; undefined where it does not. */
  total: number | undefined
  /** True where `rows` holds all of them. */
  isWhole: boolean
  error?: unknown
}

/** Beyond this many pages nobody has webhooks; a list that never ends must end somewhere. */
const MOST_PAGES = 200
const idle: Catalogue = { phase: 'idle', rows: [], total: undefined, isWhole: false }
const catalogue = accountStore(idle)
export const useCatalogue = (): Catalogue => useStore(catalogue)
export const webhookById = (id: string): WebhookRow | undefined => catalogue.get().rows.find((row) => row.id === id)

let running: AbortController | undefined

/**
 * Reads the first page, or all of them. What was read is kept for the tab's life; `again` reads it anew.
 * @param most how many pages: 1 is enough to pick from, where there are no more than a hundred
 */
export async function readCatalogue(most: number = MOST_PAGES, again = false): Promise<void> {
  const before = catalogue.get()
  if (running || (!again && (before.isWhole || (before.phase === 'read' && most === 1)))) return
  const controller = new AbortController()
  running = controller
  const say = (next: Partial<Catalogue>) => {
    if (running === controller) catalogue.set((old) => ({ ...old, ...next }))
  }
  const found = new Map<string, WebhookRow>()
  say({ phase: 'reading', error: undefined })
  try {
    for (let page = 1; page <= most; page += 1) {
      const query = { 'page[number]': String(page), 'page[size]': String(WEBHOOKS_MAX_PAGE_SIZE) }
      const { value } = await call(webhooks.list, { query }, { signal: controller.signal })
      const { totalCount, links } = pagingOf(value)
      for (const row of value.data ?? []) found.set(row.id, row)
      const isLast = links.next === null || (value.data ?? []).length === 0
      say({ rows: [...found.values()], total: totalCount, isWhole: isLast })
      if (isLast) break
    }
    say({ phase: 'read' })
  } catch (error) {
    say({ phase: 'failed', error })
  } finally {
    if (running === controller) running = undefined
  }
}

/** Sends nothing more; what was read stays. */
export function stopCatalogue(): void {
  running?.abort()
  running = undefined
  catalogue.set((old) => (old.phase === 'reading' ? { ...old, phase: 'read' } : old))
}

onAccountEnd(() => {
  running?.abort()
  running = undefined
})

/** Requests that reading all of them takes, as far as it is known. */
export const catalogueRequests = ({ total }: Catalogue): number =>
  Math.max(1, Math.ceil((total ?? 1) / WEBHOOKS_MAX_PAGE_SIZE))

const nameOf = (name: string, isDisabled: boolean) => (isDisabled ? texts.disabled(name) : name)

/** A webhook to choose, by its name. */
export const webhookOption = ({ id, attributes }: WebhookRow) => ({
  value: id,
  label: nameOf(attributes?.name?.slice(0, 80) || cutMiddle(id), attributes?.isEnabled === false),
})
