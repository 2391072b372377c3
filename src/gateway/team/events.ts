/** `/events`: hints as server-sent events, so that pages ask when there is something new. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type Hint, LIVE_EVERY_MS } from '../../api/hints'
import type { Hints } from '../../store/hints'
import { type AskedStream, createStreams, eventText, SILENT_EVENT } from './streams'

export interface Events {
  /** @param hints of the store as it is now */
  open(c: Context<{ Bindings: HttpBindings }>, stream: AskedStream, hints: Hints): Response
  /** Ends the streams whose sign-in has ended. */
  recheck(): Promise<void>
  /** Ends all, and takes no more. */
  close(): void
}

/** @param isLive whether hints arrive at all: where they don't, pages have to ask by themselves */
export function createEvents(isLive: () => boolean): Events {
  const { open, tell, recheck, close } = createStreams()
  /** One of a store. */
  const heard = new Map<Hints, () => void>()
  let timer: NodeJS.Timeout | undefined

  function watch(hints: Hints): void {
    if (!heard.has(hints)) {
      for (const end of heard.values()) end() // of a store that was opened before
      heard.clear()
      heard.set(
        hints,
        hints.hear((hint: Hint) => tell(eventText('hint', hint))),
      )
    }
    timer ??= setInterval(() => {
      void recheck()
      if (isLive()) tell(eventText('live', ''))
    }, LIVE_EVERY_MS).unref()
  }

  return {
    open: (c, asked, hints) =>
      open(c, asked, (send) => {
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
