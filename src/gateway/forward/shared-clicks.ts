/**
 * Clicks among several servers at one store: the first that names a click makes its change, the others wait for what
 * becomes of it. Where the store is away, each server knows its own alone: a removal of one is not held up by it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClickName, KeptClicks } from '../../store/clicks'
import { StoreError } from '../../store/store'
import type { Result } from '../record/audit'
import type { Note } from '../team/notes'
import { StoreAway } from '../team/store-away'
import { within } from '../within'

/** What became of the change that came first. */
type First = Result['status']

/** How long a change waits for the store. */
const CLAIM_MS = 2_000
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
interface Claim {
  ended(status: First): void
  /** Nothing of it came to be on record. */
  released(): void
}

/** @returns what became of it, where another server has begun it */
export type ClaimClick = (click: ClickName) => Promise<Claim | First>

/** @param longestMs after so long a change has its outcome, or its server has ended */
export function createSharedClicks(store: ClickStore, longestMs: number): ClaimClick {
  /** @returns undefined where the store does not say */
  async function claim(click: ClickName, id: string): Promise<boolean | undefined> {
    try {
      return await store.now().clicks?.claim(click, id)
    } catch (error) {
      return whereAway(error)
    }
  }

  /** @returns what another server's came to; undefined where that was never sent, and is this one's now */
  async function follow(click: ClickName, id: string): Promise<First | undefined> {
    for (;;) {
      try {
        const { clicks } = store.now()
        const found = await clicks?.read(click)
        if (!found && (await clicks?.claim(click, id))) return undefined
        if (found && found.status !== null) return firstOf(found.status)
        if (found && found.ageMs > longestMs) return 'unknown'
      } catch (error) {
        whereAway(error)
        return 'unknown' // it was begun, that much is known
      }
      await pause(ASK_EVERY_MS)
    }
  }

  return async (click) => {
    const id = randomUUID()
    let claiming = claim(click, id)
    if ((await within(CLAIM_MS, claiming)) && (await claiming) === false) {
      const first = await follow(click, id)
      if (first !== undefined) return first
      claiming = Promise.resolve(true)
    }
    // Of one that the store has not taken it is told nothing: it may be another's there.
    const write = (act: (clicks: KeptClicks) => Promise<void>) =>
      void claiming.then((isOurs) => {
        if (isOurs)
          store.note({ key: `click ${JSON.stringify(click)}`, write: async ({ clicks }) => clicks && act(clicks) })
      })
    return {
      ended: (status) => write((clicks) => clicks.end(click, id, String(status))),
      released: () => write((clicks) => clicks.release(click, id)),
    }
  }
}

/** As the store has it. */
const firstOf = (status: string): First => (status === 'unknown' || status === 'not sent' ? status : Number(status))

/** @throws what is no failure of the store */
function whereAway(error: unknown): undefined {
  if (!(error instanceof StoreAway || error instanceof StoreError)) throw error
  return undefined
}
