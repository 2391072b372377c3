/**
 * Accounts of tokens that were added in browsers, each with a realm of its own that a keyed fingerprint of that very token
 * names. Claims of a token prove nothing, so a forged one would open another account. The token is in memory while a crawl
 * or job of its account runs, and nowhere else.
 */
import { createBoundedMap } from '../../receiver/bounded-map'
import type { Hints } from '../../store/hints'
import type { Lease } from '../../store/leases'
import { EMPTY_REALM } from '../../store/realms'
import type { LookedPages } from '../../team/knowledge'
import { napFor, type Sleep } from '../../team/page-reader'
import { type Credential, createTokenFingerprints } from '../auth/account'
import { Refused } from '../console/handler'
import type { Settings } from '../settings/environment'
import type { AccountStore, AccountWork, AddedStores, Credentials } from './account-store'
import type { Note } from './notes'
import { createDirectoryFacts, createTeamAccount, type TeamAccount } from './team-account'

/** A request with a token that was added in its browser. */
export interface AddedRequest {
  credentials: Credentials
  lease: Lease
}

/** A change of the tokens that a browser has. */
export interface LeaseChange {
  /** The lease of a token that it had before. */
  ended?: string | undefined
  /** The version 2.0 token that it had before. */
  endedVersion2?: Credential | undefined
  added?: AddedRequest | undefined
}

interface Options {
  /** The host that lists connections. */
  host: string
  settings: Pick<Settings, 'sessionSecret' | 'sessionSecretOld'>
  /** @throws StoreAway */
  stores: () => AddedStores
  workWith: (credentials: () => Credentials) => AccountWork
  /** Milliseconds since the epoch. */
  now: () => number
  sleep?: Sleep
}

/** An account whose token is in memory. */
interface Running {
  realm: number
  store: AccountStore
  credentials: Credentials
  endsAt: number
  /** Until then a click has time to store what it starts. */
  idleAfter: number
  isOpen(): Promise<boolean>
  /** Sends nothing more; what is under way is waited for. */
  close(): Promise<void>
}

interface Known {
  stores: AddedStores
  hints: Hints
  looked: LookedPages
  /** Of the realm that the key named last. */
  facts: { realm: number; read: ReturnType<typeof createDirectoryFacts> } | undefined
}

/** Accounts of which something is remembered. */
const MOST_KNOWN = 1_000
const MOST_ENDED = 10_000
/** How often a server that has a token says so, and looks if something still needs it. */
const EVERY_MS = 2_000
const START_MS = 10_000
const none: Credential = { kind: 'none' }
const noCredentials: Credentials = { vehicle: none, management: none, vehicleData: none }

export function createAddedAccounts({ host, settings, stores: openStores, workWith, now, sleep = napFor }: Options) {
  const { sessionSecret, sessionSecretOld } = settings
  const fingerprints = [sessionSecret, sessionSecretOld ?? []].flat().map(createTokenFingerprints)
  /** By the current secret first. An account that began before the secret was exchanged is found by the old one. */
  const keysOf = (credential: Credential): string[] =>
    fingerprints.flatMap((fingerprint) => {
      const name = fingerprint(credential)
      return name === undefined ? [] : JSON.stringify([host, 'added', name])
    })
  const known = createBoundedMap<Known>(MOST_KNOWN)
  const running = new Map<string, Promise<Running>>()
  const runningOf = (key: string) => running.get(key)?.catch(() => undefined)
  const endedLeases = createBoundedMap<true>(MOST_ENDED)
  const closing = new AbortController()

  const isLeaseOpen = ({ id, endsAt }: Lease) => now() < endsAt.getTime() && !endedLeases.get(id)

  function knownOf(key: string, stores: AddedStores): Known {
    const found = known.get(key)
    if (found?.stores === stores) return found
    const hints = stores.hints(`added-${key.replace(/[^\w-]/g, '')}`)
    const looked = { pages: undefined, nextAt: Number.NEGATIVE_INFINITY }
    const one: Known = { stores, hints, looked, facts: undefined }
    known.set(key, one)
    return one
  }

  /** @param realm undefined without an account, of which nothing is remembered: the last one may have ended */
  function factsOf(account: Known, realm: number | undefined): ReturnType<typeof createDirectoryFacts> {
    if (realm === undefined) return createDirectoryFacts()
    if (account.facts?.realm !== realm) account.facts = { realm, read: createDirectoryFacts() }
    return account.facts.read
  }

  /** Keeps the token in memory for as long as a crawl or a job runs. */
  async function run(key: string, realm: number, request: AddedRequest): Promise<Running> {
    const { credentials, lease } = request
    const current = await runningOf(key)
    if (current?.realm === realm && (await current.isOpen())) {
      current.credentials = credentials
      current.endsAt = Math.max(current.endsAt, lease.endsAt.getTime())
      current.idleAfter = now() + START_MS
      return current
    }
    await current?.close()
    const other = running.get(key)
    if (other) return other // of a click at the same time
    const starting = start(key, realm, request)
    running.set(key, starting)
    starting.catch(() => running.delete(key))
    return starting
  }

  async function start(key: string, realm: number, { credentials, lease }: AddedRequest): Promise<Running> {
    const stores = openStores()
    const { leases } = stores
    const account = knownOf(key, stores)
    const { hints, looked } = account
    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, closing.signal])
    const token = { credentials, endsAt: lease.endsAt.getTime(), idleAfter: now() + START_MS }
    const isOpen = async () => !signal.aborted && now() < token.endsAt && (await leases.beat(realm, key))
    await isOpen() // before anything is started: jobs that no server attends to are paused
    const store = await stores.open({
      ...{ realm, hints, looked },
      work: workWith(() => token.credentials),
      running: { isOpen, reached: () => leases.reached(realm) },
    })
    const ended = attend().finally(() => {
      running.delete(key)
      factsOf(account, realm).changed()
    })

    /** Until nothing needs the token any more, or the account has ended. */
    async function attend(): Promise<void> {
      const isNeeded = async () => (await isOpen()) && (now() < token.idleAfter || (await leases.hasWork(realm)))
      do await sleep(EVERY_MS, signal)
      while (!signal.aborted && (await isNeeded().catch(() => now() < token.endsAt)))
      ending.abort()
      await Promise.all([store.crawler.close(), store.runner.close()])
      token.credentials = noCredentials
      await leases.rest(realm).catch(() => undefined) // the next sweep finds it without a sign of life
    }

    return Object.assign(token, {
      ...{ realm, store, isOpen },
      async close() {
        ending.abort()
        await ended
      },
    })
  }

  /** @throws StoreAway, StoreError */
  async function of(request: AddedRequest): Promise<TeamAccount> {
    const { credentials, lease } = request
    const stores = openStores()
    const { leases } = stores
    const [newest = '', ...older] = keysOf(credentials.vehicle)
    let key = newest
    let realm: number | undefined
    // A late request of a browser that forgot the token must not store its lease again.
    for (const name of isLeaseOpen(lease) ? [newest, ...older] : []) {
      realm = await leases.find(name, lease)
      if (realm === undefined) continue
      key = name
      break
    }
    const account = knownOf(key, stores)
    const reader = (of: number) =>
      stores.open({ realm: of, hints: account.hints, looked: account.looked, work: workWith(() => credentials) })
    const current = await runningOf(key)
    let store = current && current.realm === realm ? current.store : await reader(realm ?? EMPTY_REALM)
    return createTeamAccount({
      isOwn: false,
      credentials,
      facts: () => factsOf(account, realm),
      now: () => store,
      async begin(purpose) {
        if (!isLeaseOpen(lease)) throw new Refused('NO_TOKEN', 'The token was forgotten in this browser.')
        const begun = await leases.begin(key, lease)
        const bound = purpose === 'crawl' ? await leases.reached(begun) : undefined
        if (bound) throw bound
        if (purpose !== 'rows') store = (await run(key, begun, request)).store
        else if (begun !== realm) store = await reader(begun)
        realm = begun
        return store
      },
      isOpen: () => isLeaseOpen(lease),
    })
  }

  return {
    of,
    /** Starts an account once the store is there, unless its lease has ended by then. */
    startNote({ credentials, lease }: AddedRequest): Note<{ added: AddedStores }> {
      const [newest = '', ...older] = keysOf(credentials.vehicle)
      return {
        key: `account ${lease.id}`,
        async write({ added }) {
          if (!isLeaseOpen(lease)) return
          for (const key of older) if ((await added.leases.find(key, lease)) !== undefined) return
          await added.leases.begin(newest, lease)
        },
      }
    },
    /** Writes to an account, if anything was begun for it. */
    noteFor(credential: Credential, { key, write }: Note<AccountStore>): Note<{ added: AddedStores }> {
      const keys = keysOf(credential)
      return {
        key: `${keys[0]} ${key}`,
        async write({ added }) {
          for (const name of keys) {
            const realm = await added.leases.realmOf(name)
            if (realm === undefined) continue
            const { hints, looked } = knownOf(name, added)
            return write(await added.open({ realm, hints, looked, work: workWith(() => noCredentials) }))
          }
        },
      }
    },
    /** Ends the lease of a browser that forgot its token, once the store is there. */
    leaseNote({ ended, added: next }: LeaseChange): Note<{ added: AddedStores }> {
      if (ended !== undefined) endedLeases.set(ended, true)
      return {
        key: `lease ${ended ?? next?.lease.id}`,
        async write({ added }) {
          // First, because the account of a token that is added again goes on.
          if (next) for (const key of keysOf(next.credentials.vehicle)) await added.leases.find(key, next.lease)
          if (ended === undefined) return
          await added.leases.end([ended])
          for (const key of [...running.keys()]) {
            const one = await runningOf(key)
            if (one && !(await one.isOpen())) await one.close()
          }
        },
      }
    },
    /** Ends all crawls and jobs, which pause: another process doesn't have their tokens. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.all([...running.keys()].map(async (key) => (await runningOf(key))?.close()))
    },
  }
}
