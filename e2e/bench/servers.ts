/** The servers of a measurement: a sandbox, the built gateway, and a proxy before it that also serves the floor. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib'
import { startGateway } from '../gateway'
import type { Listed } from './floor/in-floor'
import { floorPage, renderedPage } from './floor/page'
import { type Answer, listen, proxy } from './proxy'

/** Where the floors are, before the gateway. */
export const FLOOR = '/floor'
export const RENDERED = '/floor-with-rows'

export interface Servers {
  /** Where the console and the floors are. */
  origin: string
  gateway: string
  sandbox: { vehicle: string; token: string }
  /** The gateway's process. */
  pid: number
  stop(): Promise<void>
}

/** @param more settings of the gateway, once it is known where the host of connections is */
export async function startServers(
  connections: number,
  latencyMs: number,
  more: (vehicle: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<Servers> {
  const sandbox = await startSandbox(connections, latencyMs)
  const { vehicleData, vehicle, management, connect, docs, token } = sandbox.addresses
  const gateway = await startGateway({
    VEHICLE_DATA_URL: vehicleData,
    VEHICLE_URL: vehicle,
    MANAGEMENT_URL: management,
    CONNECT_URL: connect,
    DOCS_URL: docs,
    ACCESS_TOKEN: token,
    VEHICLE_DATA_TOKEN: token,
    ...(await more(vehicle)),
  })
  const front = await listen(proxy(gateway.origin, {}, floors(vehicle, token)))
  return {
    origin: front.origin,
    gateway: gateway.origin,
    sandbox: { vehicle, token },
    pid: gateway.pid,
    async stop() {
      front.close()
      await gateway.stop()
      await sandbox.stop()
    },
  }
}

type Addresses = Record<'vehicleData' | 'vehicle' | 'management' | 'connect' | 'docs' | 'token', string>

async function startSandbox(connections: number, latencyMs: number) {
  const main = fileURLToPath(new URL('../../build/sandbox.js', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      SANDBOX_CONNECTIONS: String(connections),
      SANDBOX_LATENCY_MS: String(latencyMs),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('\n')) resolve(output)
    })
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}.`)))
  })
  return {
    addresses: JSON.parse(line) as Addresses,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-encoding': 'br',
}

/** The floor is compressed beforehand; the one with its rows on the way, as the gateway does, its head before it asks for them. */
function floors(vehicle: string, token: string): Answer {
  const floor = brotliCompressSync(floorPage())
  const rendered = renderedPage(RENDERED)
  const agent = new Agent({ keepAlive: true })
  const send = async (res: ServerResponse, search: string) => {
    res.writeHead(200, pageHeaders)
    const compress = createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    })
    compress.pipe(res)
    compress.write(rendered.head)
    const headers = { authorization: `Bearer ${token}` }
    const asked = get(`${vehicle}/v3/connections${search}`, { agent, headers })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage] // the event's one argument
    compress.end(rendered.rest((await json(answer)) as Listed))
  }
  return ({ url = '' }, res) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    if (pathname === RENDERED) send(res, search).catch((error: Error) => res.destroy(error))
    else if (pathname === FLOOR) res.writeHead(200, { ...pageHeaders, 'content-length': floor.length }).end(floor)
    return pathname === RENDERED || pathname === FLOOR
  }
}
