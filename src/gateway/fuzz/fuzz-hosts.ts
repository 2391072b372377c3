/** For the fuzz of the gateway: the three hosts and the token server, which record what reaches them and fail as told. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Host, hostNames } from '../../api/endpoint'
import type { Fate } from './fuzz-cases'

/** Whatever begins so is a secret: it may be seen as the bearer of a request at its own host, and nowhere else. */
export const SECRET = 'canary-'
/** The secret that fetches tokens. */
export const CLIENT_SECRET = `${SECRET}client`
/** More than the gateway shares or remembers of one answer. */
const HUGE = 3 * 1024 * 1024
const SLOW_MS = 60

export interface Arrival {
  host: Host
  method: string
  target: string
  headers: IncomingMessage['headers']
  /** What names the bearer; undefined where there was none. */
  label: string | undefined
  /** The mark in the address; undefined where there is none. */
  mark: string | undefined
}

interface Judge {
  /** Told of a request before anything of it is answered. @returns what becomes of it */
  arrived(arrival: Arrival): Fate
  /** Told of its body. */
  body(arrival: Arrival, text: string): void
}

const json = { 'content-type': 'application/json' }

/** The answers, each of which says whom it was for. */
const replies: Record<Fate, (res: ServerResponse, text: string) => void> = {
  answered: (res, text) => res.writeHead(200, json).end(text),
  empty: (res) => res.writeHead(204).end(),
  slow: (res, text) => setTimeout(() => res.writeHead(200, json).end(text), SLOW_MS),
  reset: (res) => res.socket?.resetAndDestroy(),
  'cut short': (res, text) => {
    res.writeHead(200, { ...json, 'content-length': 1000 }).write(text)
    setTimeout(() => res.destroy(), 5)
  },
  never: () => undefined,
  held: () => undefined,
  trickle: (res, text) => {
    res.writeHead(200, json).write(text)
    const timer = setInterval(() => res.write(' '), 20)
    res.once('close', () => clearInterval(timer))
  },
  endless: (res, text) => {
    res.writeHead(200, json).write(text)
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(65_536)));
    }
    res.on('drain', more)
    more()
  },
  huge: (res, text) => res.writeHead(200, json).end(text + ' '.repeat(HUGE)),
  redirect: (res, text) =>
    res.writeHead(302, { ...json, location: `http://evil.example/${SECRET}x`, 'set-cookie': `x=${SECRET}x` }).end(text),
  401: (res, text) => res.writeHead(401, json).end(text),
  429: (res, text) => res.writeHead(429, { ...json, 'retry-after': '1' }).end(text),
  '429 of the vehicle': (res) =>
    res.writeHead(429, { ...json, 'retry-after': '1' }).end('{"errors":[{"code":"VEHICLE"}]}'),
  500: (res) => res.writeHead(500, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
  'not HTTP': (res) => res.socket?.end('SSH-2.0-x\r\nHTTP/1.1 200\r\n\r\n'),
  'not JSON': (res) => res.writeHead(200, json).end('{"data":[{'),
  'closed unread': (res) => res.socket?.destroy(),
}

async function listen(listener: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer({ keepAliveTimeout: 2_000 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } // listening on TCP
}

export async function startHosts(judge: Judge) {
  const held = new Set<ServerResponse>()
  const servers: Server[] = []
  const counts = { tokens: 0 }

  const listener =
    (host: Host): RequestListener =>
    (req, res) => {
      const { method = '', url: target = '', headers } = req
      const label = headers.authorization?.replace(`Bearer ${SECRET}`, '')
      const arrival: Arrival = { host, method, target, headers, label, mark: /[?&]k=([ms]\d+)/.exec(target)?.[1] }
      const fate = judge.arrived(arrival)
      res.on('error', () => undefined)
      if (fate === 'held') {
        held.add(res)
        res.once('close', () => held.delete(res))
      }
      if (fate === 'closed unread') return replies[fate](res, '')
      let body = ''
      req.on('data', (data) => {
        body += data
      })
      req.on('error', () => undefined)
      req.on('end', () => {
        judge.body(arrival, body)
        replies[fate](res, JSON.stringify({ data: [], for: label, k: arrival.mark }))
      })
    }
  const addresses = {} as Record<Host, string> // filled for each name right below
  for (const name of hostNames) {
    const { server, address } = await listen(listener(name))
    servers.push(server)
    addresses[name] = address
  }
  /** Fails now and then, and gives another token each time. */
  const tokens = await listen((req, res) => {
    req.resume().on('end', () => {
      counts.tokens += 1
      if (counts.tokens % 17 === 0) return void res.writeHead(500).end()
      const access_token = `${SECRET}fetched-${counts.tokens}`
      res.writeHead(200, json).end(JSON.stringify({ access_token, token_type: 'bearer', expires_in: 3600 }))
    })
  })
  servers.push(tokens.server)

  return {
    addresses,
    tokenUrl: `${tokens.address}/token`,
    /** Answers what is held. */
    release(): void {
      for (const res of held) res.writeHead(200, json).end('{}')
      held.clear()
    },
    /** How many connections there are to all of them. */
    async connections(): Promise<number> {
      const each = servers.map(
        (server) => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
      )
      return (await Promise.all(each)).reduce((sum, count) => sum + count, 0)
    },
    close(): void {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
