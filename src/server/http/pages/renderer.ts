/** Renders a page's content before the browser has any script: with its data if the provider responds in time. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageConfig } from '../../../api/config'
import type { RenderedPage, RenderPage } from '../../../api/server-rendered'
import { goneSignal } from '../../../gateway/gone'
import type { Log } from '../../../gateway/log'
import type { DisplayPreferences } from './display-preferences'
import { type Inject, requestOwn } from './own-requests'

/** The console's server build, and the server that it requests data from. */
export interface ConsoleBuild {
  renderPage: RenderPage
  inject: Inject
}

interface Page {
  incoming: IncomingMessage
  outgoing: ServerResponse
  config: PageConfig
  href: string
  display: DisplayPreferences
  /** Milliseconds to wait for responses; 0 if nothing may be requested in the name of whoever requests the page. */
  waitMs: number
}

/** Pages rendered at once. The browser renders those above it, so that many requests for pages hold up no other request. */
const MOST_AT_ONCE = 8

/**
 * @param load loads the console's server build
 * @returns renders a page's content; undefined if the browser has to, and the log has the reason if that is an error
 */
export function createPageRenderer(load: () => Promise<ConsoleBuild>, log: Log) {
  let running = 0
  return async ({ incoming, outgoing, config, href, display, waitMs }: Page): Promise<RenderedPage | undefined> => {
    if (running >= MOST_AT_ONCE) return undefined
    running += 1
    // A browser that has left waits for no rows. If the page went out without them, the browser requests them and shares the response.
    const gone = goneSignal(outgoing)
    try {
      const { renderPage, inject } = await load()
      const { timeZone, preferences } = display
      const send = async (address: string) =>
        waitMs > 0
          ? { ...(await requestOwn(inject, incoming, config.basePath + address, gone)), address }
          : new Promise<never>(() => {})
      return await renderPage({ config, href, timeZone, preferences, waitMs, send })
    } catch (error) {
      if (!gone.aborted) log.error({ err: error }, 'A page could not be rendered. The browser renders it.')
      return undefined
    } finally {
      running -= 1
    }
  }
}
