/** For tests: a provider of users or connections that can be removed, which fails in eight ways, and what became of each request. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const kinds = ['429', '500', '503', '403', '504 after', 'cut before', 'cut after', 'slow'] as const
type Kind = (typeof kinds)[number]

interface Options {
  /** How many there are. */
  items: number
  /** Of a hundred requests, how many fail. */
  faults?: number
  /** How long each takes, in ms. */
  latencyMs?: number
}

export async function startRemovalService(random: () => number, { items, faults = 0, latencyMs = 0 }: Options) {
  const there = new Set(Array.from({ length: items }, (_, n) => `user-${n}`))
  const ids = [...there]
  const effects = new Map<string, number>()
  const seen = new Map<string, (Kind | 'made')[]>()
  const met = new Map<Kind, number>()
  let requests = 0
  const remove = (id: string) => {
    if (there.delete(id)) effects.set(id, (effects.get(id) ?? 0) + 1)
  }
  const server = createServer(async (req, res) => {
    const id = decodeURIComponent((req.url ?? '').split('/').at(-1) ?? '')
    if (req.method === 'GET' && effects.has(id)) return void res.writeHead(404).end('{"errors":[]}')
    if (req.method !== 'DELETE')
      return void res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"meta":{"totalCount":0}}')
    requests += 1
    if (latencyMs > 0) await pause(latencyMs)
    const kind = random() * 100 < faults ? kinds[Math.floor(random() * kinds.length)] : undefined
    seen.set(id, [...(seen.get(id) ?? []), kind ?? 'made'])
    if (kind) met.set(kind, (met.get(kind) ?? 0) + 1)
    if (kind === '429') return void res.writeHead(429, { 'retry-after': '1' }).end('{"errors":[]}')
    if (kind === '500' || kind === '503' || kind === '403') return void res.writeHead(Number(kind)).end('{"errors":[]}')
    if (kind === 'cut before') return void res.destroy()
    if (kind === 'slow') await pause(300)
    if (!there.has(id)) return void res.writeHead(404).end('{"errors":[]}')
    remove(id)
    if (kind === '504 after') return void res.writeHead(504).end('proxy')
    if (kind === 'cut after') return void res.destroy()
    res.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    ...{ there, ids, effects, seen, met },
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
