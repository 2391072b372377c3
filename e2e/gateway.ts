/** Starts the built gateway as its own process, the way a user does, on a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Gateway {
  /** `http://localhost:PORT` */
  origin: string
  pid: number
  /** Everything the process has written so far. */
  output(): string
  stop(): Promise<void>
  /** Ends it in the middle of whatever it does, as a machine that fails. */
  kill(): Promise<void>
}

const built = fileURLToPath(new URL('../build/main.js', import.meta.url))

/**
 * @param env the environment beside PORT; nothing else of this process's environment is passed on. A store takes two
 * seconds of a core to open, which no other test waits for: who tests the team's directory sets `STORE` to nothing.
 * @param main the built server, where it is another one
 */
export async function startGateway(env: Record<string, string> = {}, main = built): Promise<Gateway> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', SANDBOX_LATENCY_MS: '5', STORE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    let isFound = false
    const hear = (chunk: Buffer) => {
      output += chunk
      if (isFound) return // to search the whole log at every line takes longer than a request
      const address = /Forecourt on (http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address === undefined) return
      isFound = true
      resolve(address)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)))
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return { origin, pid: child.pid ?? 0, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
