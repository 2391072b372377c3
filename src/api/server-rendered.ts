/** A page that the server renders first: what it is rendered from, and what the browser hydrates it with. */
import type { PageConfig } from './config'

/** Cookie that holds the browser's time zone and the operator's preferences. */
export const DISPLAY_COOKIE = 'forecourt-look'

/** A response of the API that is sent with the page, so that the browser's first request for it is not sent. */
export interface PageResponse {
  /** Address at the gateway. */
  address: string
  /** Milliseconds since the epoch, when it was requested and when it was received. */
  at: number
  receivedAt: number
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  /** Body as it was sent. */
  text: string
}

/** State of a rendered page. The browser's first render uses the same, so that it yields the same HTML. */
export interface Dehydrated {
  /** Milliseconds since the epoch. */
  at: number
  /** IANA name; UTC if the browser has not sent one. */
  timeZone: string
  /** Preferences as the browser sent them in its cookie. */
  preferences: unknown
  /** Each is removed when it is used. */
  responses: PageResponse[]
  /** Hashes of the queries whose data is rendered. */
  queries: readonly string[]
}

export interface RenderRequest {
  config: PageConfig
  /** Path and query, as the browser requested them. */
  href: string
  timeZone: string
  preferences: unknown
  /** Milliseconds to wait for responses. Without its response, a query is rendered as loading. */
  waitMs: number
  /** Sends a GET to this server's own API, in the name of the operator who opened the page. */
  send: (address: string) => Promise<PageResponse>
}

export interface RenderedPage {
  html: string
  dehydrated: Dehydrated
  /** False if the response to a query was late or a failure. */
  isComplete: boolean
}

/** @throws if the page can't be rendered; the browser then renders all of it */
export type RenderPage = (request: RenderRequest) => Promise<RenderedPage>
