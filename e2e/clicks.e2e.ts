/** The ten most frequent jobs, from the overview to what the customer wants to know: what each takes of an operator's hands. */
import { handsOf } from './clicks'
import { openOverview, tenJobs } from './ten-jobs'
import { expect, test } from './test'

const CONNECTIONS = 2500

for (const { name, clicks, hands, run } of tenJobs)
  test(name, async ({ signedIn: page }) => {
    await openOverview(page)
    await run(page, CONNECTIONS)
    const done = await handsOf(page)
    expect(done).toMatchObject({ keys: 1, pastes: 1, ...hands })
    expect(done.clicks).toBeLessThanOrEqual(clicks)
  })
