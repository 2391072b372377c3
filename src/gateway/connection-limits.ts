/**
 * Bounds the connections of the console's listener. At the bound, the connection that has carried no request for the
 * longest makes room for a new one. If all carry one, a few more are accepted for the health check alone.
 */
import type { Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { networkOf } from '../receiver/address'
import { keepConnections } from '../receiver/keep-alive'
import { onClose } from './gone'
import type { Log } from './log'
import type { Settings } from './settings/environment'
import { isLoopback } from './settings/loopback'

/** Connections past the bound: enough for the checks of a load balancer. */
const SPARE = 32
/** How often a refused connection is worth a line of the log. */
const REPORT_EVERY_MS = 60_000

export interface ConnectionLimits {
  /** Applies the bounds to a server. */
  watch(server: Server): void
  /** True for a connection past the bound, which gets the health check alone. */
  isSpare(socket: object): boolean
  /** From now on each response closes its connection, so that a proxy sends nothing more on one that is about to close. */
  stopping(): void
}

/** Of all connections, one address may have half, unless it is that of a trusted proxy or of this computer. */
export function createConnectionLimits(
  { connectionLimit: most, keepAlive, trusts }: Pick<Settings, 'connectionLimit' | 'keepAlive' | 'trusts'>,
  log: Pick<Log, 'warn'>,
  now = () => performance.now(),
): ConnectionLimits {
  const mostOfNetwork = Math.ceil(most / 2)
  const regular = new Map<Socket, string | undefined>()
  const spare = new Set<Socket>()
  const countOf = new Map<string, number>()
  /** Connections without a request in progress, those that have been so for the longest first. */
  const quiet = new Set<Socket>()
  const inProgress = new WeakMap<Socket, number>()
  const responses = new Set<ServerResponse>()
  let isStopping = false
  let reportedAt = Number.NEGATIVE_INFINITY

  /** @returns the network that the connection counts for; undefined for those of proxies and of this computer */
  function networkFor({ remoteAddress = '' }: Socket): string | undefined {
    const network = networkOf(remoteAddress)
    const isLocal = isLoopback(remoteAddress) || isLoopback(network) // as `::ffff:127.0.0.1`, too
    return isLocal || trusts(remoteAddress) ? undefined : network
  }

  function release(socket: Socket): void {
    quiet.delete(socket)
    spare.delete(socket)
    const network = regular.get(socket)
    if (!regular.delete(socket) || network === undefined) return
    const remaining = (countOf.get(network) ?? 0) - 1
    if (remaining > 0) countOf.set(network, remaining)
    else countOf.delete(network)
  }

  /** @returns false if every connection of these carries a request */
  function evictOne(isCandidate: (socket: Socket) => boolean): boolean {
    for (const socket of quiet) {
      if (!isCandidate(socket)) continue
      release(socket)
      socket.destroy()
      return true
    }
    return false
  }

  function reportFull(): void {
    if (now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now()
    log.warn(`The limit of connections is reached (CONNECTION_LIMIT, ${most}). New ones are refused.`)
  }

  function accept(socket: Socket): void {
    const network = networkFor(socket)
    socket.once('close', () => release(socket))
    const isOverOwn = network !== undefined && (countOf.get(network) ?? 0) >= mostOfNetwork
    if (isOverOwn && !evictOne((one) => regular.get(one) === network)) {
      reportFull()
      return void socket.destroy()
    }
    quiet.add(socket)
    // A proxy may send a request at the very moment at which its connection is closed, so strangers go first.
    const makeRoom = () => evictOne((one) => regular.get(one) !== undefined) || evictOne((one) => regular.has(one))
    if (regular.size < most || makeRoom()) {
      regular.set(socket, network)
      if (network !== undefined) countOf.set(network, (countOf.get(network) ?? 0) + 1)
      return
    }
    reportFull()
    if (spare.size >= SPARE) evictOne((one) => spare.has(one))
    spare.add(socket)
  }

  return {
    watch(server) {
      server.maxConnections = most + 2 * SPARE // Node's own bound, if every spare one carries a request
      server.on('connection', (connection) => {
        if (connection instanceof Socket) accept(connection) // a request of this server to itself has no socket
      })
      keepConnections(server, keepAlive, trusts)
      server.prependListener('request', ({ socket }, response) => {
        if (isStopping) response.setHeader('connection', 'close')
        responses.add(response)
        quiet.delete(socket)
        inProgress.set(socket, (inProgress.get(socket) ?? 0) + 1)
        onClose(response, () => {
          responses.delete(response)
          const remaining = (inProgress.get(socket) ?? 0) - 1 // of pipelined ones
          inProgress.set(socket, remaining)
          if (remaining <= 0 && (regular.has(socket) || spare.has(socket))) quiet.add(socket)
        })
      })
    },
    isSpare: (socket) => spare.has(socket as Socket), // compared by identity alone
    stopping() {
      isStopping = true
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close')
    },
  }
}
