/** The content of a page, drawn here before the browser has any of its scripts: with rows, where they are there in time. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageConfig } from '../../api/config'
import type { DrawnPage, DrawPage } from '../../api/drawn'
import { goneSignal } from '../gone'
import type { Log } from '../log'
import type { Look } from './look'
import { askOwn, type Inject } from './own-requests'

/** The console as something that draws, and the server that it asks. */
export interface Drawing {
  draw: DrawPage
  inject: Inject
}

interface Page {
  incoming: IncomingMessage
  outgoing: ServerResponse
  config: PageConfig
  href: string
  look: Look
  /** How long answers are waited for, in ms; 0 where nothing may be asked in the name of who asks for the page. */
  waitMs: number
}

/** @returns undefined where it cannot be drawn: the browser then draws all of it, and the log has the reason */
export async function drawn(
  { draw, inject }: Drawing,
  { incoming, outgoing, config, href, look, waitMs }: Page,
  log: Log,
): Promise<DrawnPage | undefined> {
  // Nobody waits for the rows any more. Where the page has gone without them, the browser asks for them, and shares the answer.
  const gone = goneSignal(outgoing)
  try {
    return await draw({
      config,
      href,
      timeZone: look.timeZone,
      preferences: look.preferences,
      waitMs,
      ask: (address) => (waitMs > 0 ? askOwn(inject, incoming, address, gone) : new Promise(() => {})),
    })
  } catch (error) {
    if (!gone.aborted) log.error({ err: error }, 'A page could not be drawn. The browser draws it.')
    return undefined
  }
}
