/** One account's part of the server's store, while the store is open. */
import type { Host } from '../../api/endpoint'
import type { Directory } from '../../store/directory'
import type { Hints } from '../../store/hints'
import type { JobResults } from '../../store/job-results'
import type { Jobs } from '../../store/jobs'
import type { Leases } from '../../store/leases'
import type { Subscriptions } from '../../store/subscriptions'
import type { Views } from '../../store/views'
import type { Crawler } from '../../team/crawler'
import type { LookedPages } from '../../team/knowledge'
import type { ReadPage } from '../../team/page-reader'
import type { Runner, RunnerOptions } from '../../team/runner'
import type { Credential } from '../auth/account'
import type { KeptDeliveries } from '../deliveries/kept-deliveries'

/** Credentials for requests to each host. */
export type Credentials = Readonly<Record<Host, Credential>>

export interface AccountStore {
  directory: Directory
  crawler: Crawler
  subscriptions: Subscriptions
  views: Views
  jobs: Jobs
  results: JobResults
  runner: Runner
  hints: Hints
  /** The server's own account only, and only if the server receives any. */
  deliveries?: KeptDeliveries | undefined
}

/** Credentials of an account's crawls and jobs, or the reason that they can't send. */
export interface AccountWork {
  readPage: ReadPage
  jobs: (directory: Pick<Directory, 'users' | 'vehicles'>) => Pick<RunnerOptions, 'send' | 'look' | 'tell' | 'refusal'>
}

/** An account of a token that was added in a browser. */
export interface AddedAccount {
  /** `EMPTY_REALM` if nothing was begun for it. */
  realm: number
  hints: Hints
  work: AccountWork
  looked: LookedPages
  /** Present in the server that has the token: crawls and carries out jobs. */
  running?:
    | {
        /** False once the account has ended: then nothing of it is taken up. */
        isOpen(): Promise<boolean>
        /** The bound that its connections have reached. */
        reached(): Promise<Error | undefined>
      }
    | undefined
}

/** The accounts of tokens that were added in browsers. */
export interface AddedStores {
  leases: Leases
  /** @param name of an account that may not be there yet */
  hints(name: string): Hints
  open(account: AddedAccount): Promise<AccountStore>
}
