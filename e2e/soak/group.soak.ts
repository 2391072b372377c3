/** A batch for fifty vehicles, through everything that can fail on the way. */
import { stoppedAndContinued } from '../group'
import { test } from '../test'

test('50 vehicles × 4 paths with failures: stopped, continued, each batch once, the counts right', async ({
  page,
  signIn,
}, { testId }) => {
  await signIn(`sandbox-rough-batch:${testId}`)
  await stoppedAndContinued(page, 50)
})
