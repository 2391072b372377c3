/**
 * One click makes one change: a change that names the click it comes from is carried out once, also if a browser or a
 * script sends it again. And one target has one change at a time: another click on it waits for the first one's outcome
 * and is not sent. Known are the clicks of this process, those in its record, and with PostgreSQL those of all servers at
 * it (`shared-clicks.ts`).
 */
import { open } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Log } from '../log'
import type { Result } from '../record/audit'
import { codeOf } from '../record/audit-file'
import { linesFromEnd } from '../record/audit-reader'
import { recordParts } from '../record/record-parts'
import { within } from '../within'
import type { Claim, SharedClicks } from './shared-clicks'
import { thingOf } from './target'

/** Clicks that are remembered; past that the oldest whose change has ended is forgotten. */
const MOST_CLICKS = 10_000
/** How many lines of the record a process that begins anew looks through, from the end. */
const MOST_LINES = 50_000
/** And for how long the first click waits for that. */
const MOST_MS = 2_000

/** What became of the change that came first. */
export type First = Result['status']

/** The click was there before, or another one was changing its target; nothing was sent for it this time. */
export class Repeated extends Error {
  override name = 'Repeated'
  constructor(
    readonly first: First,
    /** True if the first one was another click on the same target. */
    readonly isOtherClick = false,
  ) {
    super(isOtherClick ? 'The same change was being sent.' : 'This click was received before.')
  }
}

interface Click {
  id: string
  /** Who clicked: an id is theirs alone. */
  subject: string | undefined
  /** Target of the change (`target.ts`). */
  target: string
  /** The operation and the IDs in its path (`target.ts`). */
  thing: string
  /** True for one that no other server can be sent, a job's: the store is asked about its target alone, when it begins. */
  isOwn?: boolean
}

interface Act {
  /** To be called with the outcome, once it is on record. */
  onOutcome: (status: First) => void
  /** To be called right before the change is sent. @throws Repeated */
  begin: () => Promise<void>
}

interface Clicks {
  /**
   * @param act makes the change, and says what became of it once that is on record; a change that was refused before
   * may be asked for again
   * @throws Repeated once the first one has its outcome; what `act` throws
   */
  once<T>(click: Click, act: (sending: Act) => Promise<T>): Promise<T>
  /** @returns the outcome of a click on the same thing, once it has ended; undefined if none is known, or it was never sent */
  outcome(click: Omit<Click, 'isOwn'>): Promise<First | undefined>
}

interface Known {
  /** Undefined where nothing came to be on record. */
  first: Promise<First | undefined>
  isSettled: boolean
  thing: string | undefined
}

/** What a click may be called. */
export const isClickId = (text: string): boolean => /^[\w-]{8,100}$/.test(text)

const keyOf = (subject: string | undefined, id: string) => JSON.stringify([subject ?? null, id])

interface Shared {
  clicks: SharedClicks
  /** True if other servers can be at the store. */
  hasPeers: boolean
}

/**
 * @param record the file of `AUDIT_LOG`
 * @param shared tells whose a click is among several servers
 */
export function createClicks(record: string | undefined, log: Log, shared: Shared): Clicks {
  const known = new Map<string, Known>()
  /** Changes in progress, by their target. */
  const inProgress = new Map<string, Known>()
  let loaded: Promise<void> | undefined

  function remember(key: string, one: Known): void {
    known.set(key, one)
    if (known.size <= MOST_CLICKS) return
    for (const [old, { isSettled }] of known) {
      if (!isSettled) continue // forgotten under way, it could be made twice
      known.delete(old)
      return
    }
  }

  async function load(): Promise<void> {
    if (record === undefined) return
    try {
      const found = await clicksIn(record)
      for (const [key, { status, thing }] of found.reverse())
        if (!known.has(key)) remember(key, { first: Promise.resolve(status), isSettled: true, thing })
    } catch (error) {
      log.error(`The record: couldn’t read earlier clicks (${codeOf(error)}).`)
    }
  }

  return {
    async outcome({ subject, id, target, thing }) {
      loaded ??= load()
      await within(MOST_MS, loaded)
      const own = known.get(keyOf(subject, id))
      if (own) return own.thing === thing ? own.first : undefined
      return shared.clicks.outcome({ subject: subject ?? '', id, target })
    },
    async once({ subject, id, target, thing, isOwn = false }, act) {
      const key = keyOf(subject, id)
      const click = { subject: subject ?? '', id, target }
      let waiting = inProgress.get(target) // it may end while earlier clicks are loaded
      loaded ??= load()
      await within(MOST_MS, loaded)
      for (;;) {
        const same = known.get(key)
        const earlier = same ?? waiting ?? inProgress.get(target)
        waiting = undefined
        if (!earlier) break
        const first = await earlier.first
        if (first === undefined) continue // it was never sent
        if (same) throw new Repeated(first)
        const outcome = (!isOwn && (await shared.clicks.repeated(click, first))) || first
        remember(key, { first: Promise.resolve(outcome), isSettled: true, thing })
        throw new Repeated(outcome, true)
      }
      let settle: (first: First | undefined) => void = () => {}
      const first = new Promise<First | undefined>((resolve) => {
        settle = resolve
      })
      const one: Known = { first, isSettled: false, thing }
      remember(key, one)
      inProgress.set(target, one)
      let claimed: Claim | undefined
      function end(status: First): void {
        one.isSettled = true
        settle(status)
        inProgress.delete(target)
        claimed?.ended(status)
      }
      async function claim(): Promise<void> {
        const found = await shared.clicks.claim(click)
        if (!('first' in found)) {
          claimed = found
          return
        }
        const { first, isOtherClick } = found
        if (isOtherClick && !isOwn) await shared.clicks.repeated(click, first)
        end(first)
        throw new Repeated(first, isOtherClick)
      }
      try {
        if (!isOwn) await claim()
        const begin = async () => {
          if (isOwn && shared.hasPeers) await claim()
        }
        return await act({ onOutcome: (status) => one.isSettled || end(status), begin })
      } finally {
        if (!one.isSettled) {
          known.delete(key)
          inProgress.delete(target)
          claimed?.released()
        }
        settle(undefined) // only the first word counts
      }
    },
  }
}

const Line = z.object({
  event: z.enum(['attempt', 'outcome']),
  click: z.string(),
  subject: z.optional(z.string()),
  clickSubject: z.optional(z.nullable(z.string())),
  status: z.optional(z.union([z.number(), z.literal(['unknown', 'not sent'])])),
  operation: z.optional(z.string()),
  parameters: z.optional(z.record(z.string(), z.string())),
})

interface Recorded {
  status: First
  thing: string | undefined
}

/** The clicks of a record with what became of them, the last ones first; of one without an outcome that is unknown. */
async function clicksIn(path: string): Promise<[string, Recorded][]> {
  const found = new Map<string, Recorded>()
  let lines = 0
  for (const file of [path, ...(await recordParts(path)).toReversed()]) {
    const handle = await open(file, 'r').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined // it has just been cut, or has no lines yet
      throw error
    })
    if (!handle) continue
    try {
      const { size } = await handle.stat()
      for await (const { text } of linesFromEnd(handle, size)) {
        lines += 1
        if (lines > MOST_LINES || found.size >= MOST_CLICKS) return [...found]
        const line = text?.includes('"click":"') ? parse(text) : undefined
        if (!line) continue
        const { subject, clickSubject = subject ?? null, click, operation, parameters = {} } = line
        const key = keyOf(clickSubject ?? undefined, click)
        const thing = operation === undefined ? undefined : thingOf(operation, parameters)
        if (!found.has(key)) found.set(key, { status: line.status ?? 'unknown', thing })
      }
    } finally {
      await handle.close()
    }
  }
  return [...found]
}

function parse(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // it was cut off
  }
}
