/** A page that the server draws first: what it is given, what it makes of it, what goes to the browser with it. */
import type { PageConfig } from './config'

/** The cookie in which a browser tells its zone and the operator's preferences. */
export const LOOK_COOKIE = 'forecourt-look'

/** An answer of the API that came with the page: its first request is this one, and nothing is sent for it. */
export interface SentAnswer {
  /** At the gateway. */
  address: string
  /** Milliseconds since the epoch: when it was asked for, and when it was there. */
  at: number
  receivedAt: number
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  /** As it was sent. */
  text: string
}

/** What the server drew the page with: the browser takes it over with the same, and only then has its own. */
export interface Drawn {
  /** Milliseconds since the epoch. */
  at: number
  /** Path and query of what was drawn: as the page was asked for, mended where it had to be. */
  href: string
  /** IANA name; that of UTC where the browser has not told. */
  timeZone: string
  /** What the browser told of the operator's preferences, as it stands in its cookie. */
  preferences: unknown
  /** True where the frame alone was drawn. */
  isFrameOnly: boolean
  /** Taken out as they are asked for. */
  answers: SentAnswer[]
  /** Hashes of the queries whose answer is drawn, whatever it was. */
  queries: readonly string[]
}

/** What a page is drawn of. */
export interface DrawRequest {
  config: PageConfig
  /** Path and query, as the browser asked for it. */
  href: string
  timeZone: string
  preferences: unknown
  /** Milliseconds that answers are waited for; what has not come then is drawn as on its way. */
  waitMs: number
  /** Asks this server's own API, in the name of who asked for the page. */
  ask: (address: string) => Promise<SentAnswer>
}

/** The page's content as HTML, and what the browser takes it over with. */
export interface DrawnPage {
  html: string
  drawn: Drawn
}

/** @throws where the page cannot be drawn; the browser then draws all of it */
export type DrawPage = (request: DrawRequest) => Promise<DrawnPage>
