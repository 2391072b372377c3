/** What one account's deliveries are kept with, on a store that is open. */
import { pause } from '../../api/wait'
import { type Book, createBook } from '../../receiver/book'
import { createForwarder, type Forwarder } from '../../receiver/forward'
import { createForwardSend } from '../../receiver/forward-send'
import type { ReceiverSettings } from '../../receiver/receiver-settings'
import { createVault } from '../../receiver/vault'
import { createDeliveries } from '../../store/deliveries'
import { createForwards } from '../../store/forwards'
import type { Store } from '../../store/store'
import type { Log } from '../log'
import type { Metrics } from '../metrics'
import type { AskList } from '../team/ask-list'
import { createKnownWebhooks, type KnownWebhooks } from '../team/known-webhooks'
import { createConnector, tlsWords } from '../tls-words'
import { createUnreadableNotice } from './unreadable-notice'

export interface KeptDeliveries {
  book: Book
  /** Undefined where nothing is passed on. */
  forwarder: Forwarder | undefined
  webhooks: KnownWebhooks
  /** Hears at once of what this process has kept; of the other instances the store tells. @returns what ends it */
  hear(listener: () => void): () => void
  /** Ends what runs by itself. */
  close(): Promise<void>
}

export interface DeliveryKeeping {
  settings: ReceiverSettings
  /** Asks for the account's webhooks. */
  askWebhooks: AskList
  /** As many as one request may ask for. */
  webhookPageSize: number
  metrics: Pick<Metrics, 'forwarded'>
}

interface Options extends DeliveryKeeping {
  /** Something of deliveries has changed. */
  hint(): void
  /** This process, among several at one store. */
  instance: string
  log: Log
}

/** How often what was left undone is looked for. */
const PENDING_MS = 5_000
/** How often rows that no key opens are counted: a restored backup may bring some. */
const COUNT_EVERY_MS = 3_600_000

export function keepDeliveries(
  store: Store,
  realm: number,
  { settings, askWebhooks, webhookPageSize, metrics, hint, instance, log }: Options,
): KeptDeliveries {
  const { keys, destinations, scheme } = settings
  const ending = new AbortController()
  const listeners = new Set<() => void>()
  const changed = () => {
    hint()
    for (const listener of listeners) listener()
  }
  const book = createBook({
    rows: createDeliveries(store, realm),
    vault: createVault(keys),
    settings,
    hint: changed,
    onErased: () => notice.erased(book.unreadable()),
    onSaved: (saved) => forwarder?.queued(saved),
    onUnknownWebhook: () => webhooks.refresh(),
  })
  const forwarder =
    destinations.length > 0
      ? createForwarder({
          rows: createForwards(store, realm),
          body: book.original,
          send: createForwardSend({ header: scheme.header, createConnector, explain: tlsWords }),
          ...{ destinations, instance, log, metrics },
        })
      : undefined
  const webhooks = createKnownWebhooks({ ask: askWebhooks, pageSize: webhookPageSize, save: book.saveWebhooks, log })
  void webhooks.load() // the first stranger after it has it loaded again at once

  const notice = createUnreadableNotice(log)
  let countAt = Number.NEGATIVE_INFINITY
  async function countUnreadable(): Promise<void> {
    if (performance.now() < countAt) return
    notice.counted(await book.countUnreadable())
    countAt = performance.now() + COUNT_EVERY_MS
  }

  async function takeUp(): Promise<void> {
    await countUnreadable().catch(() => undefined) // tried again below
    while (!ending.signal.aborted) {
      await pause(PENDING_MS, ending.signal).catch(() => undefined) // it has ended
      // What fails is tried at its next time; the store's own trouble is told elsewhere.
      while (!ending.signal.aborted && (await book.applyPending().catch(() => 0)) > 0);
      while (!ending.signal.aborted && (await book.applyErasures().catch(() => 0)) > 0);
      if (!ending.signal.aborted) await countUnreadable().catch(() => undefined)
    }
  }
  const taking = takeUp()

  return {
    book,
    forwarder,
    webhooks,
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      ending.abort()
      await Promise.all([taking, webhooks.close(), forwarder?.close(), book.close()])
    },
  }
}
