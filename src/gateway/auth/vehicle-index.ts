/** Of which vehicles this browser holds tokens, and until when: a cookie of its own, because no request carries them all. */
import * as z from 'zod/mini'
import { isSoundSegment } from '../../api/segment'

/** How long a token that was handed over is kept: a working day. Its sealed text opens no longer, wherever it is. */
export const HANDED_OVER_S = 12 * 3600
/** How long a browser keeps it: past its end, so that nobody goes on with the server's own token without knowing. */
export const COOKIE_S = 30 * 24 * 3600
/** The vehicles of one browser: browsers keep some 180 cookies of a site, and forget the oldest of more. */
export const MOST_VEHICLES = 50
/** Of the index as text, so that its cookie holds its seal too. */
const MOST_BYTES = 3600

/** When the token of each vehicle ends, in seconds since the epoch. */
const Ends = z.record(
  z.string().check(z.refine((id) => isSoundSegment(encodeURIComponent(id.toWellFormed())))),
  z.number(),
)
export type Ends = z.output<typeof Ends>

export const indexText = (ends: Ends): string => Buffer.from(JSON.stringify(ends)).toString('base64url')

/** @returns what the text of an index says of cookies that a browser can still have; nothing where it is none */
export function endsIn(text: string, nowS: number): Ends {
  try {
    const ends = Ends.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return Object.fromEntries(Object.entries(ends).filter(([, end]) => end > nowS - COOKIE_S + HANDED_OVER_S))
  } catch {
    return {}
  }
}

/**
 * Gives up those that ended, the longest ago first, for as long as there are too many.
 * @returns what is left, and whose cookies are to be taken back; undefined where there are too many that have not ended
 */
export function withRoom(ends: Ends, nowS: number): { ends: Ends; dropped: string[] } | undefined {
  const left = { ...ends }
  const dropped: string[] = []
  const ended = Object.keys(ends)
    .filter((id) => (ends[id] ?? 0) <= nowS)
    .toSorted((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0))
  while (Object.keys(left).length > MOST_VEHICLES || indexText(left).length > MOST_BYTES) {
    const oldest = ended.shift()
    if (oldest === undefined) return undefined
    delete left[oldest]
    dropped.push(oldest)
  }
  return { ends: left, dropped }
}
