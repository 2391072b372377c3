/** For tests: a process of its own that takes a folder, or writes into a store for as long as it lives. */
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { takeFolder } from './lock'
import { StoreError } from './store'

const [task, folder = '', go = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined }
const failureOf = (error: unknown) => (error instanceof StoreError ? error.failure : String(error))

if (task === 'take') {
  console.info('here')
  while (!existsSync(go)) await setTimeout(1)
  console.info(
    await takeFolder(folder).then(
      () => 'taken',
      (error: unknown) => failureOf(error),
    ),
  )
  await setTimeout(60_000)
} else {
  const { openStore } = await import('./open') // whoever takes a folder needs no engine
  const store = await openStore({ engine: 'embedded', folder }, log)
  console.info('open')
  for (let batch = 1; ; batch += 1) {
    await store.transaction(async ({ query }) => {
      for (const half of ['a', 'b']) await query('INSERT INTO realms (key) VALUES ($1)', [`${batch}${half}`])
    })
    console.info(batch)
  }
}
