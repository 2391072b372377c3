/** Starts the built gateway as its own process, the way a user does, on a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ownDataHome } from '../src/store/data-home-harness'
import { provider } from './provider'

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

const builtAt = (name: string) => fileURLToPath(new URL(`../build/${name}`, import.meta.url))
const built = builtAt('main.js')

/**
 * With a preset, its hosts are a process of their own, which speaks as that provider does.
 * @param env the environment beside PORT; nothing else of this process's environment is passed on. Without a folder of
 * the test's own, the server's data is in one that is removed when it ends.
 * @param main the built server, where it is another one
 * @param nodeOptions of its process
 */
export async function startGateway(
  env: Record<string, string> = {},
  main = built,
  nodeOptions: readonly string[] = [],
): Promise<Gateway> {
  const preset = env.PRESET ?? provider
  if (preset === undefined || env.VEHICLE_URL !== undefined) return start(env, main, nodeOptions)
  const hosts = await startHosts({ ...env, PRESET: preset })
  const gateway = await start({ PRESET: preset, ...hosts.env, ...env }, main, nodeOptions)
  const both = (end: () => Promise<void>) => async () => void (await Promise.all([end(), hosts.stop()]))
  return { ...gateway, stop: both(gateway.stop), kill: both(gateway.kill) }
}

/** `npm run sandbox`: the hosts of a provider, and the settings that lead to them. */
async function startHosts(env: Record<string, string>) {
  const child = spawn(process.execPath, [builtAt('sandbox.js')], {
    env: { PATH: process.env.PATH, SANDBOX_LATENCY_MS: '5', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  const { vehicleData, vehicle, management, connect, docs, token } = JSON.parse(String(line))
  return {
    env: {
      ...{ VEHICLE_DATA_URL: vehicleData, VEHICLE_URL: vehicle, MANAGEMENT_URL: management },
      ...{ CONNECT_URL: connect, DOCS_URL: docs, ACCESS_TOKEN: token, VEHICLE_DATA_TOKEN: token },
    },
    stop: () => ended(child, 'SIGTERM'),
  }
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = once(child, 'exit')
  child.kill(signal)
  await end
}

async function start(env: Record<string, string>, main: string, nodeOptions: readonly string[]): Promise<Gateway> {
  const home = ownDataHome()
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, main], {
    env: { PATH: process.env.PATH, PORT: '0', SANDBOX_LATENCY_MS: '5', ...home, ...env },
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
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    await ended(child, signal)
    rmSync(home.HOME, { recursive: true, force: true, maxRetries: 3 })
  }
  return { origin, pid: child.pid ?? 0, output: () => output, stop: end('SIGTERM'), kill: end('SIGKILL') }
}
