/**
 * Clicks among several servers at one store: the first that names a click makes its change, the others wait for its
 * outcome, and so does every other click on the same target. While the store is away, each server knows its own alone: a
 * removal of one is not held up by it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClickedTarget, KeptClick, KeptClicks } from '../../store/clicks'
import { StoreError } from '../../store/store'
import type { Result } from '../record/audit'
import type { Note } from '../team/notes'
import { StoreAway } from '../team/store-away'
import { within } from '../within'

/** What became of the change that came first. */
type First = Result['status']

/** How long a change waits for the store. */
const CLAIM_MS = 2_000
/** Outcomes that wait to be written and are remembered; the store's note of an older one may have been dropped. */
const MOST_UNWRITTEN = 1_000
/** How often another server's change is asked about. */
const ASK_EVERY_MS = 100

/** The store of this server, which may be away. */
export interface ClickStore {
  /** @throws StoreAway */
  now(): { clicks?: KeptClicks | undefined }
  /** Told of what is written once the store is there. */
  note(note: Note<{ clicks?: KeptClicks | undefined }>): void
}

/** A click that is this server's to carry out. */
export interface Claim {
  ended(status: First): void
  /** Nothing of it came to be on record. */
  released(): void
}

/** Another server has begun it, or was sending another change of its target. */
interface Earlier {
  first: First
  isOtherClick: boolean
}

export interface SharedClicks {
  claim(click: ClickedTarget): Promise<Claim | Earlier>
  /**
   * Records the outcome of a click that was not sent, because another one was changing its target.
   * @returns its own outcome if another server had begun it before, else `first`
   */
  repeated(click: ClickedTarget, first: First): Promise<First>
  /** @returns the outcome of a click on the same target, once it has ended; undefined if none is known or the store is away */
  outcome(click: ClickedTarget): Promise<First | undefined>
}

/** @param longestMs after so long a change has its outcome, or its server has ended */
export function createSharedClicks(store: ClickStore, longestMs: number, askEveryMs = ASK_EVERY_MS): SharedClicks {
  const keyOf = ({ subject, id }: ClickedTarget) => `click ${JSON.stringify({ subject, id })}`

  /** Outcomes that wait to be written, by claim. */
  const unwritten = new Map<string, First>()
  const lostOutcome = ({ ageMs }: KeptClick) => (ageMs > longestMs ? 'unknown' : undefined)

  /** @returns undefined if the store does not say */
  async function tryClaim(click: ClickedTarget, claim: string): Promise<boolean | undefined> {
    try {
      return await store.now().clicks?.claim(click, claim)
    } catch (error) {
      return whereAway(error)
    }
  }

  /** @returns the outcome of the change that is in the way; undefined once there is none, and the click is this server's */
  async function follow(click: ClickedTarget, claim: string): Promise<Earlier | undefined> {
    try {
      for (;;) {
        const { clicks } = store.now()
        if (!clicks) return { first: 'unknown', isOtherClick: false }
        const own = await clicks.read(click)
        const earlier = own ?? (await clicks.sending(click.target))
        // Ended before this click: its outcome here is not written yet, or its server is gone.
        const ended = earlier && !own ? (unwritten.get(earlier.claim) ?? lostOutcome(earlier)) : undefined
        if (earlier && ended !== undefined) await clicks.end(earlier, earlier.claim, String(ended))
        else if (earlier) {
          const first = await outcomeOf(earlier)
          if (first !== undefined) return { first, isOtherClick: !own }
        }
        if (await clicks.claim(click, claim)) return undefined
      }
    } catch (error) {
      whereAway(error)
      return { first: 'unknown', isOtherClick: false } // it was begun, that much is known
    }
  }

  /** @returns undefined if it was never sent */
  async function outcomeOf(earlier: KeptClick): Promise<First | undefined> {
    for (let found: KeptClick | undefined = earlier; found?.claim === earlier.claim; ) {
      if (found.status !== null) return firstOf(found.status)
      if (found.ageMs > longestMs) return 'unknown'
      await pause(askEveryMs)
      found = await store.now().clicks?.read(earlier)
    }
    return undefined
  }

  /** @returns the outcome of the click itself, if another server had begun it */
  async function recordRepeat(click: ClickedTarget, first: First): Promise<First | undefined> {
    const claim = randomUUID()
    try {
      const { clicks } = store.now()
      if (!clicks || (await clicks.repeat(click, claim, String(first)))) return undefined
      const own = await clicks.read(click)
      return own && (await outcomeOf(own))
    } catch (error) {
      whereAway(error)
      const write = async ({ clicks }: { clicks?: KeptClicks | undefined }) =>
        void (await clicks?.repeat(click, claim, String(first)))
      store.note({ key: keyOf(click), write })
      return undefined
    }
  }

  return {
    async claim(click) {
      const claim = randomUUID()
      let claiming = tryClaim(click, claim)
      if ((await within(CLAIM_MS, claiming)) && (await claiming) === false) {
        const earlier = await follow(click, claim)
        if (earlier) return earlier
        claiming = Promise.resolve(true)
      }
      // Of one that the store has not taken it is told nothing: it may be another's there.
      const write = (act: (clicks: KeptClicks) => Promise<void>) =>
        void claiming.then((isOurs) => {
          if (isOurs) store.note({ key: keyOf(click), write: async ({ clicks }) => clicks && act(clicks) })
        })
      return {
        ended(status) {
          unwritten.set(claim, status)
          const [oldest] = unwritten.size > MOST_UNWRITTEN ? unwritten.keys() : []
          if (oldest !== undefined) unwritten.delete(oldest)
          write(async (clicks) => {
            await clicks.end(click, claim, String(status))
            unwritten.delete(claim)
          })
        },
        released: () => write((clicks) => clicks.release(click, claim)),
      }
    },
    async outcome(click) {
      try {
        const found = await store.now().clicks?.read(click)
        // A click that was in another one's way has no target of its own.
        if (!found || (found.target !== null && found.target !== click.target)) return undefined
        return await outcomeOf(found)
      } catch (error) {
        return whereAway(error)
      }
    },
    async repeated(click, first) {
      const recorded = recordRepeat(click, first)
      return ((await within(CLAIM_MS, recorded)) && (await recorded)) || first
    },
  }
}

/** As the store has it. */
const firstOf = (status: string): First => (status === 'unknown' || status === 'not sent' ? status : Number(status))

/** @throws what is no failure of the store */
function whereAway(error: unknown): undefined {
  if (!(error instanceof StoreAway || error instanceof StoreError)) throw error
  return undefined
}
