/** Two hundred subscriptions as one job, with failures of every kind. */
import { subscribeMany } from '../subscribe-many'
import { test } from '../test'

test('200 subscriptions with failures of every kind: the right counts, nothing sent twice', async ({ page, signIn }, {
  testId,
}) => {
  await signIn(`sandbox-rough-create:${testId}`)
  await subscribeMany(page, { count: 200, perPage: 100, waitMs: 120_000 })
})
