/** The content of a page, drawn here before the browser has any of its scripts: with rows, where they are there in time. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageConfig } from '../../../api/config'
import type { DrawnPage, DrawPage } from '../../../api/server-rendered'
import { goneSignal } from '../../../gateway/gone'
import type { Log } from '../../../gateway/log'
import type { Look } from './display-preferences'
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

/**
 * Pages rendered at once. Over that the browser renders, as it does for a slow provider, so that many requests for pages
 * hold up no other.
 */
const MOST_AT_ONCE = 8

/**
 * @param load the console's renderer, loaded with the first page
 * @returns renders a page's content; undefined if the browser has to, and the log has the reason if that is an error
 */
export function createPageRenderer(load: () => Promise<Drawing>, log: Log) {
  let running = 0
  return async ({ incoming, outgoing, config, href, look, waitMs }: Page): Promise<DrawnPage | undefined> => {
    if (running >= MOST_AT_ONCE) return undefined
    running += 1
    // A browser that has left waits for no rows. If the page went out without them, the browser requests them and shares the response.
    const gone = goneSignal(outgoing)
    try {
      const { draw, inject } = await load()
      return await draw({
        config,
        href,
        timeZone: look.timeZone,
        preferences: look.preferences,
        waitMs,
        ask: async (address) =>
          waitMs > 0
            ? { ...(await askOwn(inject, incoming, config.basePath + address, gone)), address }
            : new Promise(() => {}),
      })
    } catch (error) {
      if (!gone.aborted) log.error({ err: error }, 'A page could not be drawn. The browser draws it.')
      return undefined
    } finally {
      running -= 1
    }
  }
}
