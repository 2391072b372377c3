/** For the fuzz of the gateway: builds the process with the gateways, starts it, and asks it how it is. */
import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPrograms } from '../../store/program-harness'
import type { Questions } from './fuzz-gateway'

/** A disk that is busy for others would hold the gateways up: their files are kept in memory where there is a place. */
const MEMORY = '/dev/shm'

export async function startProcess() {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'forecourt-fuzz-'))
  await buildPrograms(
    folder,
    ['fuzz-gateway.ts', 'fuzz-probe.ts'].map((name) => new URL(name, import.meta.url)),
  )
  const child = fork(join(folder, 'fuzz-gateway.js'), {
    execArgv: ['--expose-gc'],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said = (said + chunk).slice(-10_000)
    })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  child.on('message', ({ id, value, error }: { id: number; value: never; error?: string }) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asker?.resolve(value)
    else asker?.reject(new Error(error))
  })
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`The gateway ended (${code ?? signal}):\n${said}`))
  })

  return {
    folder,
    /** What the process wrote besides its lines: nothing, where nothing went wrong. */
    said: () => said,
    ask: <K extends keyof Questions>(ask: K, given: Questions[K]['given']): Promise<Questions[K]['answer']> =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        child.send({ ask, given, id: asked }, (error) => error && reject(new Error(`${error.message}\n${said}`)))
      }),
    close(): void {
      child.removeAllListeners('exit').kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}
