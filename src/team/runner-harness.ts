/** For tests of the runner: a realm with jobs for each of them, and runners that end with it. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { NewTeamJob } from '../api/new-team-job'
import { newRealm } from '../store/harness'
import { createJobWork, type JobWork } from '../store/job-work'
import { createJobs, type Jobs } from '../store/jobs'
import { plainSeal } from '../store/seal-harness'
import type { Store } from '../store/store'
import { createRunner, type Runner, type RunnerOptions } from './runner'

export const BEAT_MS = 20
/** How long a job may take whose servers are killed again and again. */
export const KILLS_MS = 20_000
const owner = { name: 'Ann', subject: 'id-ann', client: '192.0.2.1' }
type Unkeyed<Job> = Job extends unknown ? Omit<Job, 'key'> : never

export function runnersOn(store: Store) {
  let realm = 0
  let jobs: Jobs
  let keys = 0
  const runners = new Set<Runner>()
  beforeEach(async () => {
    realm = await newRealm(store)
    jobs = createJobs(store, realm)
  })
  afterEach(async () => {
    await Promise.all([...runners].map((runner) => runner.close()))
    runners.clear()
  })
  const jobOf = (id: number) => jobs.read(id)
  return {
    get realm() {
      return realm
    },
    get jobs() {
      return jobs
    },
    jobOf,
    /** Those under way; one that never ends has to be taken out. */
    runners,
    /** @returns its id */
    async begin(asked: Unkeyed<NewTeamJob>): Promise<number> {
      keys += 1
      const key = `click-${String(keys).padStart(8, '0')}`
      const { job } = await jobs.begin({ ...asked, key }, owner)
      return job?.id ?? expect.fail('nothing was begun')
    },
    run(
      options: Pick<RunnerOptions, 'send'> & Partial<RunnerOptions>,
      work: JobWork = createJobWork(store, realm, plainSeal(realm)),
    ): Runner {
      const runner = createRunner({
        ...{ work, look: async () => false, refusal: () => undefined, isAlone: false, beatEveryMs: BEAT_MS },
        ...{ instance: crypto.randomUUID(), log: { info: () => undefined, warn: () => undefined } },
        ...options,
      })
      runners.add(runner)
      return runner
    },
    until: (id: number, phase: string) =>
      vi.waitFor(async () => expect((await jobOf(id))?.phase).toBe(phase), { timeout: 20_000, interval: 10 }),
    countsOf: async (id: number) =>
      Object.fromEntries(Object.entries((await jobOf(id))?.counts ?? {}).filter(([, count]) => count > 0)),
  }
}
