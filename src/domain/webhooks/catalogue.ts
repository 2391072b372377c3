/**
 * All webhooks of the application, page by page: to find which include a signal, to pick one, to name an id. Asked for,
 * never by itself where more than one page is needed; they cost no vehicle anything.
 */
import { call } from '../../api/client'
import { pagingOf } from '../../api/json-api'
import { largestWebhookPage, type WebhookRow, webhooks } from '../../api/webhooks'
import { type TaskState, Tasks, useTask } from '../../core/task'
import { type Loaded, loadPages, nothingLoaded } from '../../lists/load-pages'
import { cutMiddle } from '../../ui/format'

const disabled = (name: string) => `${name} (disabled)`

interface Known {
  rows: readonly WebhookRow[]
  /** As the service counts them; undefined where it does not. */
  total: number | undefined
  /** True where `rows` holds all of them. */
  isWhole: boolean
}

export interface Catalogue extends Known {
  phase: TaskState['phase'] | 'idle'
  error?: unknown
}

interface Reading extends Known, TaskState {
  at: Loaded
  /** Pages that were asked for. */
  upTo: number
}

/** Beyond this many pages nobody has webhooks; a list that never ends must end somewhere. */
const MOST_PAGES = 200
const nothing: Known = { rows: [], total: undefined, isWhole: false }
const idle: Catalogue = { phase: 'idle', ...nothing }

/** There is one, and it belongs to the account: every part that names a webhook looks at it. */
const catalogue = new Tasks<Reading>()
const KEY = 'webhooks'
export const useCatalogue = (): Catalogue => useTask(catalogue, KEY) ?? idle

/**
 * Reads the first page, or all of them: behind what was read before, and more where more is asked for meanwhile. What was
 * read is kept for the tab's life; only a list that moved while it was read is read anew.
 * @param pages 1 is enough to pick from, where there are no more than a hundred
 */
export async function readCatalogue(pages: number = MOST_PAGES): Promise<void> {
  const known = catalogue.get(KEY)
  if (known && known.phase !== 'failed' && (known.isWhole || known.at.pages >= pages)) return
  const begin = (before: Reading | undefined): Reading => {
    const isOver = before === undefined || before.at.isEnd
    return {
      ...nothing,
      ...before,
      phase: 'reading',
      error: undefined,
      at: isOver ? nothingLoaded() : before.at,
      upTo: 0,
    }
  }
  // What failed is asked for again as it was: a part that needs less does not make less of it.
  const wanted = Math.max(pages, known?.phase === 'failed' ? known.upTo : 0)
  await catalogue.start(
    KEY,
    begin,
    async ({ signal, say, state }, upTo) => {
      const { at } = state()
      say({ upTo })
      const onWait = () => say({ phase: 'waiting' })
      const idOf = ({ id }: WebhookRow) => id
      for await (const { fresh } of loadPages(at, {
        read,
        signal,
        onWait,
        idOf,
        endsWith404: true,
        upTo,
        most: MOST_PAGES,
      })) {
        const rows = at.pages === 1 ? fresh : [...state().rows, ...fresh]
        say({ phase: 'reading', rows, total: at.total, isWhole: at.isEnd && !at.hasDrifted })
      }
      return undefined
    },
    wanted,
  )
}

async function read(page: number, signal: AbortSignal) {
  const query = { 'page[number]': String(page), 'page[size]': String(largestWebhookPage()) }
  const { value } = await call(webhooks.list, { query }, { signal })
  const { totalCount, links } = pagingOf(value)
  return { rows: value.data ?? [], total: totalCount, isLast: links.next === null }
}

/** Sends nothing more; what was read stays. */
export const stopCatalogue = (): void => catalogue.stop(KEY)

/** True where there may be more than was read, and nobody is at it. */
export const isPart = ({ phase, isWhole }: Catalogue): boolean => (phase === 'done' || phase === 'stopped') && !isWhole

/** Requests that reading all of them takes, as far as it is known. */
export const catalogueRequests = ({ total }: Catalogue): number =>
  Math.max(1, Math.ceil((total ?? 1) / largestWebhookPage()))

const nameOf = (name: string, isDisabled: boolean) => (isDisabled ? disabled(name) : name)

/** A webhook to choose, by its name. */
export const webhookOption = ({ id, attributes }: WebhookRow) => ({
  value: id,
  label: nameOf(attributes?.name?.slice(0, 80) || cutMiddle(id), attributes?.isEnabled === false),
})
