/** Opens an account's part of the store: the server's own, and those of tokens that were added in browsers. */
import { createVault } from '../../receiver/vault'
import { type Crawls, createCrawls } from '../../store/crawls'
import { createDirectory } from '../../store/directory'
import { createHints } from '../../store/hints'
import { createJobResults, type JobResults } from '../../store/job-results'
import { createJobWork, type JobWork } from '../../store/job-work'
import { createJobs } from '../../store/jobs'
import { createLeases } from '../../store/leases'
import { createResultSeal, type ResultSeal, readStoreKey } from '../../store/result-seal'
import type { Store } from '../../store/store'
import { createSubscriptions } from '../../store/subscriptions'
import { createViews } from '../../store/views'
import { createCrawler } from '../../team/crawler'
import { CrawlFailure } from '../../team/page-reader'
import { createRunner, type Runner } from '../../team/runner'
import type { AccountStore, AddedAccount, AddedStores } from './account-store'
import type { Keeping } from './own-team'

/** Seals with the servers' secrets. A key of the store opens what was sealed before there were any. */
export async function openSeal(store: Store, realm: number, sealingKeys: readonly Buffer[]): Promise<ResultSeal> {
  const storeKey = await readStoreKey(store, realm, sealingKeys.length === 0)
  return createResultSeal(createVault([...sealingKeys, ...(storeKey ? [storeKey] : [])], 'job results'), realm)
}

const noRunner: Runner = { wake: () => undefined, close: async () => undefined }

type Options = Pick<
  Keeping,
  'limit' | 'sizes' | 'sealingKeys' | 'signInBound' | 'onJobPaused' | 'instance' | 'now' | 'log'
>

export function createAddedStores(store: Store, options: Options): AddedStores {
  return {
    leases: createLeases(store, options.now),
    hints: (name) => createHints(store, name),
    open: (account) => openAdded(store, account, options),
  }
}

async function openAdded(store: Store, account: AddedAccount, options: Options): Promise<AccountStore> {
  const { realm, hints, work, looked, running } = account
  const { limit, sizes, sealingKeys, signInBound, instance, log } = options
  const directory = createDirectory(store, realm)
  const crawls = createCrawls(store, realm)
  const seal = () => openSeal(store, realm, sealingKeys)
  return {
    directory,
    crawler: createCrawler({
      ...{ directory, crawls: running ? openCrawls(crawls, running) : crawls, readPage: work.readPage },
      ...{ limit: limit ?? undefined, sizes, instance, log, looked },
      ...{ beginsByItself: false, refreshes: false, isIdle: running === undefined },
    }),
    subscriptions: createSubscriptions(store, realm),
    views: createViews(store, realm),
    jobs: createJobs(store, realm, signInBound),
    results: lazyResults(async () => createJobResults(store, realm, await seal())),
    runner: running
      ? createRunner({
          ...work.jobs(directory),
          work: openWork(createJobWork(store, realm, await seal(), signInBound), running),
          changed: () => hints.say('jobs'),
          onPaused(job) {
            options.onJobPaused?.(job)
            hints.say('jobs')
          },
          ...{ limit, instance, isAlone: store.engine === 'embedded', log },
        })
      : noRunner,
    hints,
  }
}

type Running = NonNullable<AddedAccount['running']>

/** The number of a realm that has ended may be another account's by now. */
const openCrawls = (crawls: Crawls, { isOpen, reached }: Running): Crawls => ({
  ...crawls,
  current: async () => ((await isOpen()) ? crawls.current() : undefined),
  async savePages(...pages) {
    const bound = await reached()
    if (bound) throw new CrawlFailure(bound.message, true)
    return crawls.savePages(...pages)
  },
})

const openWork = (work: JobWork, { isOpen }: Running): JobWork => ({
  ...work,
  take: async (...how) => ((await isOpen()) ? work.take(...how) : []),
})

/** The seal is read from the store with the first file of a job. */
const lazyResults = (open: () => Promise<JobResults>): JobResults => ({
  lines: async (...what) => (await open()).lines(...what),
  line: async (...what) => (await open()).line(...what),
  names: async (...what) => (await open()).names(...what),
  erase: async (...what) => (await open()).erase(...what),
})
