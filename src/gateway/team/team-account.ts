/** The account that a request acts for: the server's own, or that of a token that was added in a browser. */
import type { CrawlAction, TeamDirectory } from '../../api/team'
import type { JobOwner } from '../../store/jobs'
import type { AccountStore, Credentials } from './account-store'

/** For so long all requests get the same state of the crawl: each look is several statements. */
const STATE_MS = 1_000
/** A page of rows says as of when it is by a look this old, rather than wait for another. */
const AS_OF_MS = 10_000

export type DirectoryFacts = Omit<TeamDirectory, 'engine'>

export type AccountPurpose = 'crawl' | 'job' | 'rows'

export interface TeamAccount {
  /** True for the server's own account: only that one has deliveries. */
  isOwn: boolean
  /** Credentials of its requests. */
  credentials: Credentials
  /** Keeps the version 2.0 token that was added beside the server's own version 3 token, for jobs that are sent with it. */
  holdToken?: () => JobOwner['token']
  /** @throws StoreAway */
  now(): AccountStore
  /**
   * For what stores something: before, an account of an added token reads as an empty one. For a crawl or a job the server
   * keeps the token in memory for as long as one runs.
   * @throws StoreAway, StoreError, BoundError, Refused
   */
  begin(purpose: AccountPurpose): Promise<AccountStore>
  /** What the crawl does, and how much is known. @throws StoreAway, StoreError */
  directory(): Promise<DirectoryFacts>
  /** Of the vehicles that are known. @throws StoreAway, StoreError */
  makes(): Promise<string[]>
  /** When what is known was checked last. @throws StoreAway, StoreError */
  asOf(): Promise<string | null>
  /** What any operator may do to the crawl. @throws StoreAway, StoreError, BoundError */
  order(action: CrawlAction, by: string | null): Promise<DirectoryFacts>
  /** False once its token has expired or was forgotten here: its streams end. */
  isOpen(): boolean
}

/** The state of one account's directory, read once for all requests of the same second. */
export function createDirectoryFacts() {
  let current: { at: number; facts: Promise<DirectoryFacts> } | undefined
  let last: { at: number; facts: DirectoryFacts } | undefined

  function read({ crawler, directory }: AccountStore): Promise<DirectoryFacts> {
    const at = performance.now()
    if (current && current.at + STATE_MS > at) return current.facts
    const reading = Promise.all([crawler.state(), directory.makes()]).then(([state, makes]) => ({ ...state, makes }))
    current = { at, facts: reading }
    reading.then(
      (facts) => {
        last = { at, facts }
      },
      () => {
        current = undefined
      },
    )
    return reading
  }

  return {
    read,
    async asOf(store: AccountStore): Promise<string | null> {
      const reading = read(store) // an older one may do
      return last && last.at + AS_OF_MS > performance.now() ? last.facts.asOf : (await reading).asOf
    },
    /** The next request reads it again. */
    changed(): void {
      current = undefined
    },
  }
}

interface Parts extends Pick<TeamAccount, 'isOwn' | 'credentials' | 'now' | 'begin' | 'isOpen'> {
  /** Those of the realm that `now` reads. */
  facts: () => ReturnType<typeof createDirectoryFacts>
}

/** After these, requests are sent. */
const sending: readonly CrawlAction[] = ['start', 'resume']

export function createTeamAccount({ facts, ...account }: Parts): TeamAccount {
  const { now, begin } = account
  return {
    ...account,
    directory: async () => facts().read(now()),
    makes: async () => (await facts().read(now())).makes ?? [],
    asOf: async () => facts().asOf(now()),
    async order(action, by) {
      const store = sending.includes(action) ? await begin('crawl') : now()
      await store.crawler[action](by)
      facts().changed()
      return facts().read(store)
    },
  }
}
