/** For tests: the built server as a process, and its command for the store. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ownDataHome } from '../../src/store/data-home-harness'

const main = fileURLToPath(new URL('../../build/main.js', import.meta.url))
/** Of what a process writes, for messages and expectations. */
const MOST_OUTPUT = 100_000

export interface Console {
  readonly origin: string
  output(): string
  ask(path: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

export async function startConsole(env: Record<string, string>): Promise<Console> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', SESSION_SECRET: 'x'.repeat(40), ...ownDataHome(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output = (output + chunk).slice(-MOST_OUTPUT)
      const address = /Forecourt on (http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
  return {
    origin,
    output: () => output,
    ask: (path, init) => fetch(origin + path, { ...init, headers: { origin } }),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** @returns why `forecourt store status` fails; undefined if it doesn’t */
export const storeFailure = (env: Record<string, string>): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, 'store', 'status'],
      { env: { PATH: process.env.PATH, ...env } },
      (error, _, text) => resolve(error ? text : undefined),
    )
  })
