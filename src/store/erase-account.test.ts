/** An account is erased with the jobs that it had; one that begins meanwhile keeps all of its rows. */
import { beforeEach, describe, expect, it } from 'vitest'
import { eraseAccount } from './erase-account'
import { newRealm, sqlEngines, storeOf } from './harness'
import { createJobs } from './jobs'
import type { Store } from './store'

const owner = { name: null, subject: null, client: 'c' }
const removal = (key: string) => ({ key, operation: 'DELETE /v3/users/{userId}' as const, targets: ['u-1', 'u-2'] })

describe.each(sqlEngines)('on %s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  let jobs: ReturnType<typeof createJobs>
  beforeEach(async () => {
    realm = await newRealm(store)
    jobs = createJobs(store, realm)
  })
  const begin = async (key: string) => (await jobs.begin(removal(key), owner)).job?.id ?? expect.fail('not begun')
  const stateOf = async (id: number) => {
    const job = await jobs.read(id)
    return job && [job.phase, (await jobs.items(id, { limit: 9 })).rows.length]
  }
  /** Calls an action once the check of an erasure has ended, before its first rows are erased. */
  const afterCheck = (action: () => Promise<unknown>): Store => {
    let hasRun = false
    return {
      ...store,
      async transaction(work) {
        const result = await store.transaction(work)
        if (!hasRun) {
          hasRun = true
          await action()
        }
        return result
      },
    }
  }

  it.each([true, false])('a job that begins after the check stays (record kept: %s)', async (keepsRecord) => {
    const old = await begin('old-job')
    await jobs.order(old, 'stop', null)
    let late = 0
    const erasing = afterCheck(async () => {
      late = await begin('late-job')
    })
    expect(await eraseAccount(erasing, realm, { isInUse: true, keepsRecord })).toEqual({ erased: 3 })
    expect([await stateOf(old), await stateOf(late)]).toEqual([undefined, ['running', 2]])
  })
  it('a job that is erased is not retried', async () => {
    const id = await begin('old-job')
    await store.query("UPDATE job_items SET state = 'failed' WHERE job = $1", [id])
    await store.query("UPDATE jobs SET phase = 'ended', waiting = 0, failed = 2 WHERE id = $1", [id])
    let isRetried: boolean | undefined
    const erasing = afterCheck(async () => {
      isRetried = await jobs.order(id, 'retry', null)
    })
    expect(await eraseAccount(erasing, realm, { isInUse: true })).toEqual({ erased: 3 })
    expect([isRetried, await stateOf(id)]).toEqual([false, undefined])
  })
  it('an unfinished job of changes ends nothing of the account', async () => {
    const id = await begin('a-job')
    expect(await eraseAccount(store, realm, { isInUse: true })).toEqual({ unfinished: 1 })
    expect(await stateOf(id)).toEqual(['running', 2])
  })
})
