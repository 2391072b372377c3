/** For tests: a line to a real PostgreSQL that can be cut and mended. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** @param url of a database on a socket in a folder */
export async function startWire(url: string) {
  const { pathname, searchParams } = new URL(url.replace('@/', '@localhost/'))
  const path = `${searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(path)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      pairs.set(one, other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        pairs.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${pathname}`,
    cut,
    /** Connections that exist stay open and pass nothing on, as to a computer that lost its power; new ones work. */
    freeze() {
      for (const [from, to] of pairs) from.unpipe(to).pause()
    },
    mend() {
      isCut = false
    },
    close() {
      cut()
      server.close()
    },
  }
}
