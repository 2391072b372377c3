/** For tests: the built server as a process that can be killed, and a service in front of the sandbox whose list changes. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TeamDirectory } from '../api/team'
import { ownDataHome } from '../store/data-home-harness'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the server where the tree isn't built as it is. */
export function ensureBuilt(): void {
  const isBuilt = spawnSync(process.execPath, ['src/is-built.js'], { cwd: root }).status === 0
  if (!isBuilt) execFileSync('npx', ['vite', 'build', '--logLevel', 'silent'], { cwd: root })
}

/** Another version, built of the same source in a folder of its own. @returns that folder */
export function buildVersion(version: string, folder: string): string {
  for (const name of ['src', 'public', 'index.html', 'tsconfig.json', 'vite.config.ts', 'e2e/bench/result.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, version }))
  // Its first script, and what names it, are other files then.
  const entry = join(folder, 'src/main.tsx')
  writeFileSync(entry, `${readFileSync(entry, 'utf8')}\nperformance.mark('version ${version}')\n`)
  execFileSync('npx', ['vite', 'build', '--logLevel', 'silent'], { cwd: folder })
  return folder
}

export interface RunningServer {
  readonly child: ChildProcess
  readonly origin: string
  output(): string
  ask(path: string, init?: RequestInit): Promise<Response>
  directory(): Promise<TeamDirectory | undefined>
  /** As a power cut ends it. */
  kill(): Promise<void>
  /** @returns after how many ms it had ended */
  stop(): Promise<number>
}

const built = `${root}/build/main.js`

/** @param main the server's file; of the build where it is left out */
export async function startServer(env: Record<string, string>, main = built): Promise<RunningServer> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', SESSION_SECRET: 'x'.repeat(40), ...ownDataHome(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output = (output + chunk).slice(-100_000)
      const address = /Forecourt on (http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    const begun = performance.now()
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill(signal)
    await ended
    return performance.now() - begun
  }
  const ask = (path: string, init?: RequestInit) => fetch(origin + path, { ...init, headers: { origin } })
  return {
    child,
    origin,
    output: () => output,
    ask,
    async directory() {
      const response = await ask('/team/directory').catch(() => undefined)
      // As the contract says, which the routes' own tests check.
      return response?.ok ? ((await response.json()) as TeamDirectory) : undefined
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

interface Answer {
  data: { id: string }[]
  meta: { totalCount: number }
  links: { next: string | null }
}

/**
 * A service that lists what the sandbox lists, without the newest so many: they come one by one.
 * @param before called before each answer of a list, with how many there were
 */
export async function startMovingService(
  sandbox: { vehicle: string; token: string },
  held: number,
  before: (requests: number) => Promise<void> | void = () => undefined,
) {
  const headers = { authorization: `Bearer ${sandbox.token}` }
  const get = async (path: string, query: URLSearchParams): Promise<Answer> => {
    const response = await fetch(`${sandbox.vehicle}${path}?${query}`, { headers })
    return (await response.json()) as Answer // as the sandbox answers, which its own tests check
  }
  const asked: { list: string; page: number; size: number }[] = []
  /** Ids that are held back, by list, as the sandbox has them; what came is taken off. */
  let holding = held
  const heldOf = new Map<string, number>()
  const hold = async () => {
    const all = await get(LIST, new URLSearchParams({ 'page[size]': '100' }))
    const ids = new Set(all.data.slice(0, holding).map(({ id }) => id))
    for (const mode of ['live', 'simulated']) {
      const page = await get(LIST, new URLSearchParams({ 'page[size]': '100', [MODE]: mode }))
      heldOf.set(mode, page.data.filter(({ id }) => ids.has(id)).length)
    }
    heldOf.set('all', holding)
  }
  await hold()
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://service')
    if (req.method !== 'GET' || pathname !== LIST) return void res.writeHead(404).end('{"errors":[]}')
    await before(asked.length)
    const list = searchParams.get(MODE) ?? 'all'
    const page = Number(searchParams.get('page[number]') ?? 1)
    const size = Number(searchParams.get('page[size]') ?? 10)
    asked.push({ list, page, size })
    const hidden = heldOf.get(list) ?? 0
    const from = hidden + (page - 1) * size
    const first = Math.floor(from / size) + 1
    const pages = []
    for (const number of [first, first + 1]) {
      searchParams.set('page[number]', String(number))
      pages.push(await get(pathname, searchParams))
    }
    const rows = pages.flatMap(({ data }) => data).slice(from % size, (from % size) + size)
    const totalCount = (pages[0]?.meta.totalCount ?? 0) - hidden
    const next = page * size < totalCount ? 'next' : null
    const links = { self: '', first: '', prev: null, next, last: '' }
    const meta = { pageNumber: page, pageSize: size, totalCount }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows, meta, links }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    asked,
    /** One of those that are held back comes. */
    async add() {
      holding = Math.max(0, holding - 1)
      await hold()
    },
    async remove(id: string) {
      await (await fetch(`${sandbox.vehicle}${LIST}/${id}`, { method: 'DELETE', headers })).text()
    },
    /** What it lists now, read page by page. */
    async ids(): Promise<string[]> {
      const ids = []
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({ 'page[size]': '100', 'page[number]': String(page) })
        const { data } = await get(LIST, query)
        if (data.length === 0) return ids.slice(heldOf.get('all')).sort()
        ids.push(...data.map(({ id }) => id))
      }
    },
    close: () => void server.close(),
  }
}

const LIST = '/v3/connections'
const MODE = 'filter[vehicle.mode]'
