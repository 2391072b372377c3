/** How long a listener keeps connections without a request. */
import type { Server } from 'node:http'
import { Socket } from 'node:net'

export interface KeepAlive {
  /** For connections of trusted proxies: longer than a load balancer keeps its end, which may send at any moment. */
  proxyMs: number
  /** For all others: short, because anyone may hold a connection. */
  directMs: number
}

/** As Node does: a connection closes a little later than the response says. */
const MARGIN_MS = 1_000

/** @param trusts true for the address of a proxy */
export function keepConnections(
  server: Server,
  { proxyMs, directMs }: KeepAlive,
  trusts: (address: string) => boolean,
): void {
  server.keepAliveTimeout = proxyMs
  if (proxyMs === directMs) return
  /** Responses in progress, several if requests are pipelined. */
  const inProgress = new WeakMap<Socket, number>()
  server.prependListener('request', ({ socket }, response) => {
    if (!(socket instanceof Socket) || trusts(socket.remoteAddress ?? '')) return
    response.setHeader('keep-alive', `timeout=${Math.floor(directMs / 1000)}`)
    inProgress.set(socket, (inProgress.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const remaining = (inProgress.get(socket) ?? 1) - 1
      inProgress.set(socket, remaining)
      // Node has set its own timeout, and replaces it with the next request.
      if (remaining === 0 && response.writableFinished && !socket.destroyed) socket.setTimeout(directMs + MARGIN_MS)
    })
  })
}
