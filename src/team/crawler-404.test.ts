/** The server's crawl of a list that returns 404 for pages it had counted. */
import { describe, expect, it } from 'vitest'
import { connections } from '../api/connections'
import { ApiError } from '../api/errors'
import { crawlWords } from './crawl-words'
import { begin, isExactSince, world } from './crawler-harness'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a list', () => {
  it('that loses its last pages meanwhile, and returns 404 for them, is read to its end', async () => {
    const made = world(400)
    made.service.isStrict = true
    let isShorter = false
    made.service.fail = ({ mode, page }) => {
      if (isShorter || mode !== undefined || page !== 20) return
      isShorter = true
      made.service.rows.splice(60, 100) // all of them were read
    }
    const life = begin(made, { sizes: [20] })
    await made.clock.until(isExactSince(made, 0))
    expect((await life.state()).crawl.remarks).toEqual({ missing: 0, unsure: 0, short: 0, broken: 0 })
    await life.close()
    expect(made.store.ids()).toEqual(made.service.ids())
    expect(made.service.asked.length).toBeLessThan(60)
  })
  it('that returns 404 for a page in its middle is never taken for whole', async () => {
    const made = world(400)
    made.service.fail = ({ page }) => (page === 7 ? new ApiError('http', connections.list, { status: 404 }) : undefined)
    const life = begin(made, { sizes: [20], beatEveryMs: MINUTE, checkEveryMs: HOUR })
    await made.clock.until(() => made.store.records[0]?.phase === 'done', HOUR)
    expect(made.store.records[0]?.error).toBe(crawlWords.gaps)
    expect(await life.state()).toMatchObject({ counts: { isExact: false } })
    await life.close()
    expect(made.service.asked.length).toBeLessThan(60)
  })
})
