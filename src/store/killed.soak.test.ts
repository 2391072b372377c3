/** A process that is killed while it writes into a folder: the next one finds whole transactions, and all that were told. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { childProgram, folder } from './child-harness'
import { openEmbedded } from './embedded'

const WRITTEN = 30

it('loses nothing that was committed and keeps no half of a transaction', async () => {
  const place = join(folder, 'store')
  const child = spawn(process.execPath, [childProgram(), 'write', place], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = 0
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n').filter(Boolean)) if (line !== 'open') told = Number(line)
      if (told >= WRITTEN) resolve()
    })
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
  const store = await openEmbedded({ folder: place }, { warn: () => undefined })
  const keys = (await store.query('SELECT key FROM realms')).map(({ key }) => String(key))
  const batches = new Set(keys.map((key) => Number.parseInt(key, 10)))
  expect(keys).toHaveLength(2 * batches.size)
  expect([...batches].filter((batch) => batch <= told)).toHaveLength(told)
  await store.close()
}, 60_000)
