/** The servers of a measurement: a sandbox, the built gateway, and a proxy before it that also serves the floor. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { startGateway } from '../gateway'

export interface Servers {
  /** Where the console and, under `/floor`, the floor are. */
  origin: string
  gateway: string
  sandbox: { vehicle: string; token: string }
  /** A proxy without anything of a gateway, before the sandbox: what forwarding costs at least. */
  bare: string
  stop(): Promise<void>
}

export async function startServers(connections: number, latencyMs: number): Promise<Servers> {
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
  })
  const front = await listen(proxy(gateway.origin, {}, floorFiles()))
  const bare = await listen(proxy(vehicle, { authorization: `Bearer ${token}` }))
  return {
    origin: front.origin,
    gateway: gateway.origin,
    sandbox: { vehicle, token },
    bare: bare.origin,
    async stop() {
      front.close()
      bare.close()
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

type Answer = (req: IncomingMessage, res: ServerResponse) => boolean

/** Passes everything on that `own` does not answer. The gateway knows its own origin, so Host and Origin are its. */
function proxy(target: string, headers: Record<string, string>, own: Answer = () => false) {
  const { host, hostname, port, origin } = new URL(target)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return createServer((req, res) => {
    if (own(req, res)) return
    const sent = { ...req.headers, ...headers, host, ...(req.headers.origin !== undefined && { origin }) }
    const onward = request({ hostname, port, agent, method: req.method, path: req.url, headers: sent }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onward.on('error', () => res.destroy())
    res.on('close', () => res.writableFinished || onward.destroy())
    req.pipe(onward)
  })
}

/** The floor is sent as the console is: compressed beforehand, its page never stored, its files for good. */
function floorFiles(): Answer {
  const file = (name: string, type: string, cache: string) => {
    const body = brotliCompressSync(readFileSync(new URL(`floor/${name}`, import.meta.url)))
    return { body, headers: { 'content-type': type, 'cache-control': cache, 'content-encoding': 'br' } }
  }
  const forGood = 'public, max-age=31536000, immutable'
  const files: Record<string, ReturnType<typeof file>> = {
    '/floor': file('index.html', 'text/html; charset=utf-8', 'no-store'),
    '/floor/floor.js': file('floor.js', 'text/javascript', forGood),
    '/floor/floor.css': file('floor.css', 'text/css', forGood),
  }
  return (req, res) => {
    const found = files[req.url?.split('?')[0] ?? '']
    if (!found) return false
    res.writeHead(200, { ...found.headers, 'content-length': found.body.length })
    res.end(found.body)
    return true
  }
}

async function listen(server: Server): Promise<{ origin: string; close(): void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a server that listens on TCP has one
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
