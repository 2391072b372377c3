/** How long `npm start` takes on a tree that is built, until the server says that it is there. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ownDataHome } from '../../src/store/data-home-harness'
import { freePort } from './proxy'
import type { Samples } from './samples'

const ASK_EVERY_MS = 10

async function start(env: Record<string, string>): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
    stdio: 'ignore',
    detached: true, // a group of its own: what npm has started ends with it
  })
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    while (!(await isThere())) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
      await pause(ASK_EVERY_MS) // nothing says that a port is open but an answer of it
    }
    return performance.now() - began
  } finally {
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
  }
}

export async function measureStart(samples: Samples, repeats: number) {
  for (let number = 0; number < repeats; number += 1) {
    const { HOME, ...home } = ownDataHome()
    const folder = { ...home, STORE_DIR: join(HOME, 'store') }
    const console = {
      'npm start, until it is there': await start(home),
      'npm start, a new folder': await start(folder),
      'npm start, an existing folder': await start(folder),
    }
    samples.add({ console, floor: {} })
    rmSync(HOME, { recursive: true, force: true })
  }
}
