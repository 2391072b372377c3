/** A proxy as anyone writes one, without anything of a gateway. */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (req: IncomingMessage, res: ServerResponse) => boolean

/** Passes everything on that `own` does not answer. The gateway knows its own origin, so Host and Origin are its. */
export function proxy(target: string, headers: Record<string, string>, own: Answer = () => false) {
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

export async function listen(server: Server): Promise<{ origin: string; close(): void }> {
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

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const { origin, close } = await listen(createServer())
  close()
  return Number(new URL(origin).port)
}
