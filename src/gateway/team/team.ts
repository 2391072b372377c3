/**
 * The team's directory in this server: its store is opened behind the start, so that nobody waits for it, opened again
 * while it can't be, and watched. Whatever becomes of it, the rest of the server goes on as without one.
 */
import type { Assets } from '../../store/assets'
import type { KeptClicks } from '../../store/clicks'
import type { eraseAccount } from '../../store/erase-account'
import type { RealmErasure } from '../../store/erase-realm'
import { inWords } from '../../store/failures'
import type { FetchedTokens } from '../../store/fetched-tokens'
import type { Instances } from '../../store/instances'
import type { People } from '../../store/people'
import type { Sessions } from '../../store/sessions'
import { type Store, type StoreFailure, storeFailures } from '../../store/store'
import type { Heartbeat } from '../../team/heartbeat'
import type { Keeper } from '../../team/keeper'
import { napFor, type Sleep } from '../../team/page-reader'
import type { KeptDeliveries } from '../deliveries/kept-deliveries'
import type { Log } from '../log'
import type { Metrics } from '../metrics'
import type { KeptRecord } from '../record/activity-tail'
import { within } from '../within'
import type { AccountStore, AddedStores, Credentials } from './account-store'
import { createNotes, type Note } from './notes'
import { type StoreState, storeAway } from './store-away'
import { createDirectoryFacts, createTeamAccount } from './team-account'
import { failureOf, watchedStore } from './watched-store'

/** The server's store while it is open: its own account, and what all accounts share. */
export interface Kept extends AccountStore {
  /** Accounts of tokens that were added in browsers. */
  added: AddedStores
  /** Where the server writes its record into a file. */
  record?: KeptRecord | undefined
  keeper: Keeper
  instances: Pick<Instances, 'list'>
  /** Which of them this is. */
  instance: string
  heartbeat: Heartbeat
  /** Of operators, of every account. */
  sessions: Sessions
  /** The last sign-in of each, which their jobs depend on. */
  people: People
  /** Where there can be several servers. */
  clicks?: KeptClicks | undefined
  tokens?: FetchedTokens | undefined
  assets?: Assets | undefined
  /** Erases the server's own account, unless jobs that change something are unfinished. @throws StoreError */
  erase: (options: Pick<RealmErasure, 'keepsRecord'>) => ReturnType<typeof eraseAccount>
}

/** Ends what runs by itself. */
const endOf = (kept: Kept | undefined) =>
  Promise.all([
    ...[kept?.crawler.close(), kept?.runner.close(), kept?.keeper.close(), kept?.hints.close()],
    kept?.deliveries?.close(),
  ])

/** How long until it is tried again, in ms: the last for as long as it takes. */
const TRIES_AFTER_MS = [500, 1_000, 2_000, 5_000, 15_000, 30_000]
/** Damaged files, tables of another version and a missing extension change only if a person changes them. */
const lasting: readonly StoreFailure[] = ['newer', 'altered', 'corrupt', 'extension', 'major']
const LASTING_RETRY_MS = 60_000
/** Another process's migration ends at any moment; each try waits some seconds for it. */
const MIGRATING_RETRY_MS = 2_000
/** After a failover everyone waits for the store that was there. */
const LOST_RETRY_MS = 2_000
/** With these a store is there, and yet it isn't as it should be. */
const troubles: readonly string[] = ['timeout', 'full', 'corrupt']
/** For so long after the last of them it is said, in ms. */
const TROUBLE_MS = 60_000
/** How long a reader waits for what was noted before. */
const APPLIED_MS = 250
/** How long those who can't go on without a store wait while it is being opened. */
const OPENING_MS = 5_000
/** How long a scrape waits for the counts. */
const COUNTS_MS = 500

interface Source {
  /** @throws StoreError */
  open(): Promise<Store>
  /** Makes an account's directory of a store. @throws StoreError */
  keep(store: Store): Promise<Kept>
}

interface Options {
  /** Name of the server's own account; undefined if it has none. */
  account?: string | undefined
  source: Source
  /** Credentials of the server's own account. */
  credentials: Credentials
  log: Log
  metrics: Pick<Metrics, 'statement' | 'watchStore'>
  /** Called if the store can’t be opened until a person does something. It isn’t tried again then. */
  onUnusable?: ((error: unknown) => void) | undefined
  /** Ends early, without an error, if its signal is aborted. */
  sleep?: Sleep
}

export type Team = ReturnType<typeof createTeam>

export function createTeam({ source, account, credentials, log, metrics, onUnusable, sleep = napFor }: Options) {
  let state: StoreState = 'starting'
  let failure: StoreFailure | undefined
  let awayAt = 0
  let store: Store | undefined
  let kept: Kept | undefined
  let isBegun = false
  let settle = () => {}
  /** Resolves once the store is open, or known to be away. */
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
  let isLooking = false
  const ending = new AbortController()
  const { signal } = ending

  const notes = createNotes<Kept>({
    kept: () => (state === 'ready' ? kept : undefined),
    onLost: (count, why) =>
      log.warn(
        { count, why },
        'A change couldn’t be noted in the store. The next check of the lists finds a removal; an entry in the history of subscriptions, a sign-out or a click may be missing.',
      ),
  })

  function retryAfterMs(tries: number): number {
    if (failure === 'migrating') return MIGRATING_RETRY_MS
    if (!kept && failure && lasting.includes(failure)) return LASTING_RETRY_MS
    const waitMs = TRIES_AFTER_MS[Math.min(tries, TRIES_AFTER_MS.length - 1)] ?? 0
    return kept ? Math.min(waitMs, LOST_RETRY_MS) : waitMs
  }

  function away(why: StoreFailure, words: string = storeFailures[why]): void {
    if (state !== 'away' || failure !== why)
      log.error({ failure: why }, `${words} Requests to the API continue without it.`)
    state = 'away'
    awayAt = performance.now()
    failure = why
    if (why !== 'migrating') settle() // else another server is about to have it ready
    if (kept && !isLooking) void look()
  }

  function ready(): void {
    if (state !== 'ready') log.info('The store is open.')
    state = 'ready'
    failure = undefined
    settle()
    void notes.flush()
  }

  /** A store that was there and is not: looked for until it is. */
  async function look(): Promise<void> {
    isLooking = true
    for (let tries = 0; state === 'away' && !signal.aborted; tries += 1) {
      await sleep(retryAfterMs(tries), signal)
      await store?.query('SELECT 1').catch(() => undefined) // which is heard below
    }
    isLooking = false
  }

  let trouble: { failure: StoreFailure; at: number } | undefined
  const isTroubled = () => trouble !== undefined && performance.now() - trouble.at < TROUBLE_MS

  /** Said once for as long as it goes on. */
  function troubled(why: StoreFailure): void {
    if (!isTroubled() || trouble?.failure !== why)
      log.error({ failure: why }, `${storeFailures[why]} Requests to the API continue.`)
    trouble = { failure: why, at: performance.now() }
  }

  /** Each statement tells where the store is, once it is open. */
  function heard(outcome: 'ok' | StoreFailure, beganAt: number): void {
    metrics.statement(outcome, (performance.now() - beganAt) / 1_000)
    if (!kept) return
    if (outcome !== 'ok' && troubles.includes(outcome)) troubled(outcome)
    if (outcome === 'unavailable' || outcome === 'readonly') away(outcome)
    // One that began before the loss says nothing of the store as it is now.
    else if (outcome === 'ok' && state === 'away' && beganAt >= awayAt) ready()
  }

  async function openOnce(): Promise<void> {
    const opened = watchedStore(await source.open(), heard)
    try {
      signal.throwIfAborted()
      kept = await source.keep(opened)
      store = opened
      signal.throwIfAborted()
    } catch (error) {
      await endOf(kept).catch(() => undefined)
      await kept?.heartbeat.close()
      await kept?.record?.tail.close().catch(() => undefined)
      kept = undefined
      store = undefined
      await opened.close().catch(() => undefined)
      throw error
    }
    ready()
  }

  async function openUntilThere(): Promise<void> {
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        return await openOnce()
      } catch (error) {
        if (signal.aborted || kept) return
        if (onUnusable && lasting.includes(failureOf(error))) return onUnusable(error)
        away(failureOf(error), inWords(error))
      }
      await sleep(retryAfterMs(tries), signal)
    }
  }

  /** @throws StoreAway */
  function now(): Kept {
    if (state !== 'ready') throw storeAway(state, failure)
    if (!kept) throw storeAway('starting')
    return kept
  }

  const facts = createDirectoryFacts()
  const own = createTeamAccount({
    ...{ isOwn: true, credentials, facts: () => facts, now },
    begin: async () => now(),
    isOpen: () => true,
  })

  const team = {
    /** Name of the server's own account. */
    account,
    state: (): StoreState => state,
    /** Why it is away, or what is wrong with one that is there; for people. */
    reason(): string | undefined {
      if (state === 'away') return storeFailures[failure ?? 'unavailable']
      return state === 'ready' && trouble && isTroubled() ? storeFailures[trouble.failure] : undefined
    },
    now,
    /** The server's own account. */
    own,
    /** Which engine the store is of, for people. */
    engine: () => store?.engine ?? 'embedded',
    /** What keeps deliveries; undefined while there is nothing to keep them in. */
    deliveries: (): KeptDeliveries | undefined => (state === 'ready' ? kept?.deliveries : undefined),
    /** How much the kept deliveries take; undefined where that can't be had now. */
    async deliveredBytes(): Promise<number | undefined> {
      const counting = team
        .deliveries()
        ?.book.room()
        .catch(() => undefined)
      return (await within(COUNTS_MS, Promise.resolve(counting))) ? counting : undefined
    },
    /** What the store holds of the record; undefined where there is none to read. */
    record: (): KeptRecord | undefined => (state === 'ready' ? kept?.record : undefined),
    /** Resolves once the store is no longer being opened, or that takes too long. */
    opened: () => within(OPENING_MS, settled),
    /** Opens the store; nothing waits for it. */
    open(): void {
      if (!isBegun) void openUntilThere()
      isBegun = true
    },
    /** Told of what belongs in the store; nothing waits for it, and nothing of it fails. */
    note(note: Note<Kept>): void {
      facts.changed()
      notes.note(note)
    },
    /** Resolves once what was noted before is in what is read next, or takes too long. */
    settled: async () => void (await within(APPLIED_MS, notes.applied())),
    /** Ends the crawl, which goes on after the next start, so that a stop waits for none of its requests. */
    pause: async () => {
      ending.abort()
      settle() // who waits for the store ends, too
      await endOf(kept)
    },
    /** Ends the crawl, then the store. */
    async close(): Promise<void> {
      await team.pause().catch(() => undefined)
      await notes.flush()
      await kept?.record?.tail.close().catch(() => undefined)
      await kept?.heartbeat.close()
      const last = store
      store = undefined
      kept = undefined
      state = 'away'
      await last?.close().catch(() => undefined)
    },
  }
  metrics.watchStore({
    isUp: () => state === 'ready',
    waiting: () => notes.size,
    async counts() {
      const counting = state === 'ready' ? kept?.directory.counts().catch(() => undefined) : undefined
      return (await within(COUNTS_MS, counting)) ? counting : undefined
    },
  })
  return team
}
