/** `/events`: hints as server-sent events, so that pages refetch when there is something new. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type Hint, LIVE_EVERY_MS } from '../../api/hints'
import type { Hints } from '../../store/hints'
import { createStreams, eventText, SILENT_EVENT, type StreamRequest } from './streams'

export interface Events {
  /** @param hints of the store as it is now */
  open(c: Context<{ Bindings: HttpBindings }>, stream: StreamRequest, hints: Hints): Response
  /** Ends the streams whose sign-in has ended. */
  recheck(): Promise<void>
  /** Ends all streams and refuses new ones. */
  close(): void
}

/** @param isLive false while no hints arrive, so that pages have to poll */
export function createEvents(isLive: () => boolean): Events {
  const { open, broadcast, broadcastTo, recheck, close } = createStreams()
  /** Of the accounts whose streams are open; what ends each. */
  const subscriptions = new Map<Hints, () => void>()
  let timer: NodeJS.Timeout | undefined

  function watch(hints: Hints): void {
    if (!subscriptions.has(hints)) {
      const unsubscribe = hints.hear((hint: Hint) => {
        if (broadcastTo(hints, eventText('hint', hint))) return
        unsubscribe() // the last stream of the account has ended, or its store was open before
        subscriptions.delete(hints)
      })
      subscriptions.set(hints, unsubscribe)
    }
    timer ??= setInterval(() => {
      void recheck()
      if (isLive()) broadcast(eventText('live', ''))
    }, LIVE_EVERY_MS).unref()
  }

  return {
    open: (c, stream, hints) =>
      open(c, { ...stream, group: hints }, (send) => {
        watch(hints)
        send(SILENT_EVENT)
        void hints.ready().then(() => isLive() && send(eventText('live', '')))
      }),
    recheck,
    close() {
      clearInterval(timer)
      close()
    },
  }
}
