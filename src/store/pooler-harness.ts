/** For tests: a pooler in transaction mode before a real PostgreSQL, with two connections that transactions take in turns. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const CONNECTIONS = 2
const SSL_REQUEST = 80_877_103
const PROTOCOL = 196_608

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const idle = message('Z', Buffer.from('I'))
/** A fatal error, as PgBouncer reports a parameter of the connection that it doesn’t know. */
const refusal = (name: string) =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`))
/** Authenticated, with a key to cancel by, ready. */
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8)), idle])

function startup(database: string): Buffer {
  const body = Buffer.alloc(4)
  body.writeInt32BE(PROTOCOL)
  return message('', Buffer.concat([body, Buffer.from(`user\0postgres\0database\0${database}\0\0`)]))
}

interface Backend {
  socket: Socket
  client: Socket | undefined
}

/** @param url of a database on a socket in a folder @param refused a parameter of connections */
export async function startPooler(url: string, refused?: string) {
  const { pathname, searchParams } = new URL(url.replace('@/', '@localhost/'))
  const backends: Backend[] = []
  const free: Backend[] = []
  const waiting: { client: Socket; bytes: Buffer }[] = []
  const sockets = new Set<Socket>()

  function next(): void {
    while (free.length > 0 && waiting.length > 0) {
      const [backend, one] = [free.shift(), waiting.shift()]
      if (!backend || !one) return
      backend.client = one.client
      backend.socket.write(one.bytes)
    }
  }
  function addBackend(): void {
    const socket = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    const backend: Backend = { socket, client: undefined }
    backends.push(backend)
    sockets.add(socket)
    socket.write(startup(pathname.slice(1)))
    let rest = Buffer.alloc(0)
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data])
      for (let size = 0; rest.length > 4; rest = rest.subarray(size)) {
        size = 1 + rest.readInt32BE(1)
        if (rest.length < size) return
        const one = rest.subarray(0, size)
        backend.client?.write(one) // between transactions nothing is passed on
        if (!one.equals(idle)) continue
        backend.client = undefined
        free.push(backend)
      }
      next()
    })
  }
  for (let count = 0; count < CONNECTIONS; count += 1) addBackend()

  const server = createServer((client) => {
    let isWelcome = false
    sockets.add(client)
    client.setNoDelay(true)
    client.on('error', () => undefined)
    client.on('data', (bytes) => {
      if (!isWelcome) {
        if (refused !== undefined && bytes.includes(`\0${refused}\0`)) return void client.end(refusal(refused))
        isWelcome = bytes.readInt32BE(4) !== SSL_REQUEST
        client.write(isWelcome ? welcome : 'N')
      } else if (bytes[0] === 'X'.charCodeAt(0)) client.end()
      else {
        const backend = backends.find((one) => one.client === client)
        if (backend) backend.socket.write(bytes)
        else waiting.push({ client, bytes })
        next()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${pathname}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
