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
  const { open, broadcast, recheck, close } = createStreams()
  /** Of one store. */
  let subscription: { hints: Hints; unsubscribe: () => void } | undefined
  let timer: NodeJS.Timeout | undefined

  function watch(hints: Hints): void {
    if (subscription?.hints !== hints) {
      subscription?.unsubscribe() // of a store that was open before
      subscription = { hints, unsubscribe: hints.hear((hint: Hint) => broadcast(eventText('hint', hint))) }
    }
    timer ??= setInterval(() => {
      void recheck()
      if (isLive()) broadcast(eventText('live', ''))
    }, LIVE_EVERY_MS).unref()
  }

  return {
    open: (c, stream, hints) =>
      open(c, stream, (send) => {
        watch(hints)
        send(isLive() ? eventText('live', '') : SILENT_EVENT)
      }),
    recheck,
    close() {
      clearInterval(timer)
      close()
    },
  }
}
