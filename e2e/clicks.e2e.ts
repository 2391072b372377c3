/** The ten most frequent jobs, from the overview to what the customer wants to know: what each takes of an operator's hands. Most are among the long tests. */
import { handsOf } from './clicks'
import { openOverview, tenJobs } from './ten-jobs'
import { expect, longUnless, test } from './test'

const CONNECTIONS = 2500

for (const [nth, { name, clicks, hands, run }] of tenJobs.entries())
  test(name, longUnless(nth % 3 === 0), async ({ signedIn: page }) => {
    await openOverview(page)
    await run(page, CONNECTIONS)
    const done = await handsOf(page)
    expect(done).toMatchObject({ keys: 1, pastes: 1, ...hands })
    expect(done.clicks).toBeLessThanOrEqual(clicks)
  })
