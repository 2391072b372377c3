/** For the test of the reverse proxies: the proxy, the console behind it, and a provider that remembers what it was asked. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '../../src/sandbox/server'
import { ownDataHome } from '../../src/store/data-home-harness'

export type ProxyName = 'nginx' | 'caddy'

const SERVER = '198.51.100.1'
/** Where the client of the test calls from. */
export const CLIENT = '198.51.100.7'
export const CONSOLE = 'console.example'
export const HOOKS = 'hooks.example'
export const SLUG = 'a-name-that-nobody-guesses'
export const SECRET = 'the-management-token-of-the-test'
const PASSWORD = 'a password of the test'
/** Longer than what a proxy waits where nothing is set. */
export const SLOW_VEHICLE_MS = 62_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const templateOf = { nginx: 'nginx.conf', caddy: 'Caddyfile' }

export interface Asked {
  method?: string
  headers?: Record<string, string | string[]>
  body?: Buffer | string
  host?: string
  /** Undefined: nobody. */
  password?: string | undefined
}
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A host before the sandbox’s own: it notes each address as it came. */
async function startRecorder(target: string, urls: string[]) {
  const server = createServer((req, res) => {
    urls.push(req.url ?? '')
    if (req.url?.includes('/slow-vehicle/')) {
      void setTimeout(SLOW_VEHICLE_MS).then(() =>
        res.setHeader('content-type', 'application/json').end('{"vin":"WVWZZZ1JZXW000001"}'),
      )
      return
    }
    const sent = plainRequest(target + req.url, { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    req.pipe(sent)
    sent.on('error', () => res.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  return { address: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() }
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(100))
    if (await isThere().catch(() => false)) return
  throw new Error(`${what} didn’t come.`)
}
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Starts the proxy with its file from `.container/`, in which only paths, the hash, a second instance and a base path are put in. */
async function startProxy(proxy: ProxyName, folder: string, instances: number, basePath: string) {
  const file = join(folder, templateOf[proxy])
  const text = readFileSync(join(root, '.container', templateOf[proxy]), 'utf8')
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim()
  const hash = proxy === 'caddy' ? run('caddy', 'hash-password', '--plaintext', PASSWORD) : ''
  writeFileSync(join(folder, 'users'), `operator-1:${run('openssl', 'passwd', '-apr1', PASSWORD)}\n`)
  const second = (all: string) =>
    instances === 1
      ? all
      : all
          .replace(/# (server 127\.0\.0\.1:4174;).*/, '$1')
          .replace('reverse_proxy 127.0.0.1:4173 {', 'reverse_proxy 127.0.0.1:4173 127.0.0.1:4174 {')
  /** As the README says it. */
  const underPath = (all: string) =>
    basePath === ''
      ? all
      : all
          .replace('location / {', `location ${basePath} {`)
          .replace('reverse_proxy 127.0.0.1:4173 {', `reverse_proxy ${basePath}* 127.0.0.1:4173 {`)
  const given = underPath(second(text.replaceAll('/etc/forecourt', folder))).replace(
    /(operator-1 )HASH/,
    (_, name) => name + hash,
  )
  writeFileSync(file, given)
  const main = join(folder, 'main.conf')
  writeFileSync(
    main,
    `user root; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1; events {}
     http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} include ${file}; }`,
  )
  const [program, ...args] =
    proxy === 'nginx'
      ? ['nginx', '-e', join(folder, 'error.log'), '-c', main]
      : ['caddy', 'run', '--config', file, '--adapter', 'caddyfile']
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program ?? '', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  return {
    child,
    output: () => Buffer.concat(said).toString(),
    /** Has nginx leave an instance out, or take it in again; Caddy finds out. */
    async isDown(port: number, down: boolean) {
      if (proxy === 'caddy') return
      writeFileSync(file, down ? given.replace(`:${port};`, `:${port} down;`) : given)
      child.kill('SIGHUP')
      await setTimeout(1_000) // old workers end what they have
    },
  }
}

const settings = {
  PUBLIC_ORIGIN: `https://${CONSOLE}`,
  TRUSTED_PROXY: '127.0.0.1',
  TRUSTED_USER_HEADER: 'x-remote-user',
  ROLE_CLAIM: 'none',
  SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
  PAGE_WAIT_MS: '10000',
}

/** A console as a process, ready: what it is called on loopback, without the proxy. */
export async function startConsole(port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'build', 'main.js')], {
    env: { PATH: process.env.PATH, PORT: String(port), ...ownDataHome(), ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said = (said + part).slice(0, 10_000)
    })
  let readiness = ''
  await until('The console', async () => {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
    readiness = await ready.text()
    return ready.ok && JSON.parse(readiness).store !== 'starting'
  }).catch(async () => {
    await end(child)
    throw new Error(`The console didn’t start: ${readiness}\n${said}`)
  })
  return { child, stop: () => end(child) }
}

export async function startStage(proxy: ProxyName, { instances = 1, basePath = '' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), `forecourt-${proxy}-`))
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt'), '-subj', `/CN=${CONSOLE}`],
      ...['-addext', `subjectAltName=DNS:${CONSOLE},DNS:${HOOKS}`],
    ],
    { stdio: 'ignore' },
  )
  const ca = readFileSync(join(folder, 'tls.crt'))
  const urls: string[] = []
  const sandbox = await startSandbox({ connections: 300, seed: 3, latencyMs: 0 })
  const [vehicle, vehicleData] = await Promise.all([
    startRecorder(sandbox.vehicle, urls),
    startRecorder(sandbox.vehicleData, urls),
  ])
  const audit = join(folder, 'audit.jsonl')
  const hosts = {
    VEHICLE_URL: vehicle.address,
    VEHICLE_DATA_URL: vehicleData.address,
    MANAGEMENT_URL: sandbox.management,
    ACCESS_TOKEN: sandbox.token,
    VEHICLE_DATA_TOKEN: sandbox.token,
    BASE_PATH: basePath,
  }
  const receiving = {
    ...{ AUDIT_LOG: audit, STORE_DIR: join(folder, 'store'), HEADER_PREFIX: 'sb' },
    ...{ RECEIVER_PORT: '4180', RECEIVER_SECRET: SECRET, RECEIVER_URL: `https://${HOOKS}/deliveries/${SLUG}` },
  }
  const several = { ...hosts, STORE: 'memory', DRAIN_DELAY_MS: '5000' }
  const consoles = await Promise.all(
    Array.from({ length: instances }, (_, index) =>
      startConsole(4173 + index, instances === 1 ? { ...hosts, ...receiving } : several),
    ),
  )
  const started = await startProxy(proxy, folder, instances, basePath)

  /** As the client sends it: address and header names go out as they are given. */
  const open = (path: string, { method = 'GET', headers = {}, host = CONSOLE, password = PASSWORD }: Asked) =>
    request({
      ...{ host: SERVER, port: 443, localAddress: CLIENT, servername: host, ca, path, method, agent: false },
      headers: {
        host,
        'x-forecourt': '1',
        ...(password !== '' && { authorization: `Basic ${Buffer.from(`operator-1:${password}`).toString('base64')}` }),
        ...headers,
      },
    })
  const ask = (path: string, asked: Asked = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = open(path, asked)
      sent.on('error', reject)
      sent.on('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
        )
      })
      sent.end(asked.body)
    })
  /** What comes of a stream, with the ms since it was asked for. */
  function follow(path: string) {
    const begunAt = performance.now()
    const heard: { text: string; atMs: number }[] = []
    const sent = open(path, { headers: { accept: 'text/event-stream' } })
    sent.on('error', () => undefined) // it is ended below
    sent.on('response', (answer) => {
      answer.on('data', (part: Buffer) => heard.push({ text: part.toString(), atMs: performance.now() - begunAt }))
      answer.on('error', () => undefined)
    })
    sent.end()
    return { heard, end: () => sent.destroy() }
  }
  async function close() {
    await Promise.all([end(started.child), ...consoles.map(({ stop }) => stop())])
    vehicle.close()
    vehicleData.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
  }
  await until('The proxy', async () => (await ask(`${basePath}/healthz`)).status === 200).catch(async () => {
    await close()
    throw new Error(`${proxy} didn’t start:\n${started.output().slice(0, 5_000)}`)
  })

  return {
    ...{ ask, follow, urls, ca, folder, isDown: started.isDown, token: sandbox.token },
    /** Straight to the console, as the proxy would. */
    async direct(path: string): Promise<number> {
      const headers = { host: CONSOLE, 'x-forecourt': '1', 'x-remote-user': 'operator-1' }
      const sent = plainRequest({ host: '127.0.0.1', port: 4173, path, headers }).end()
      const [answer] = await once(sent, 'response')
      answer.resume()
      return answer.statusCode
    },
    record: (): Record<string, string>[] =>
      readFileSync(audit, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    restart: async (index: number) => {
      await consoles[index]?.stop()
      consoles[index] = await startConsole(4173 + index, several)
    },
    close,
  }
}
