/** The sandbox behind real sockets: three hosts, the docs pages that its errors link to, and the owner's host. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Host } from '../api/endpoint'
import { errorKindOf, fullDialect } from './dialect'
import { CutError } from './errors'
import { createSandbox, type SandboxOptions } from './handler'
import { createSimulator, type DeliveryOptions, type Simulator } from './simulator'

export interface LogEntry {
  host: Host
  method: string
  /** The raw request target. */
  target: string
  authorization: string | undefined
  /** 0 where the connection was cut. */
  status: number
}

export interface RunningSandbox {
  vehicleData: string
  vehicle: string
  management: string
  connect: string
  docs: string
  /** A token that all hosts take. */
  token: string
  /** Delivers to a receiver, which may listen only once the hosts do. */
  deliverTo: Simulator['deliverTo']
  simulate: Simulator['simulate']
  stopSimulating: Simulator['stop']
  simulatorState: Simulator['state']
  close(): Promise<void>
}

interface StartOptions extends SandboxOptions {
  /** Told of every request, in order of answer. */
  log?: (entry: LogEntry) => void
  /** Where deliveries go from the start on; nowhere by default. */
  deliveries?: { callback: string; secret: string } & DeliveryOptions
}

/** A token that all hosts take; its world is the one that is delivered about. */
const TOKEN = 'sandbox-console'

/** Starts every host on a free port of the loopback interface. */
export async function startSandbox(options: StartOptions): Promise<RunningSandbox> {
  const dialect = fullDialect(options.dialect)
  const docs = await listen(docsPage((path) => errorKindOf(path, dialect)))
  let flow: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const connect = await listen(getRequestListener((request) => flow(request), { overrideGlobalObjects: false }))
  const sandbox = createSandbox({ ...options, docs: docs.address, connect: connect.address })
  flow = sandbox.connect
  const host = (name: Host) => listen(listenerFor(name))
  const [vehicleData, vehicle, management] = await Promise.all([
    host('vehicleData'),
    host('vehicle'),
    host('management'),
  ])

  function listenerFor(name: Host): RequestListener {
    return getRequestListener(
      async (request, env) => {
        const { incoming, outgoing } = env as HttpBindings // what the listener for node:http passes
        const { method = 'GET', url: target = '/', headers } = incoming
        const told = (status: number) =>
          options.log?.({ host: name, method, target, authorization: headers.authorization, status })
        try {
          const response = await sandbox.handle(name, target, request)
          told(response.status)
          return response
        } catch (error) {
          if (!(error instanceof CutError)) throw error
          told(0)
          outgoing.destroy()
          return RESPONSE_ALREADY_SENT
        }
      },
      { overrideGlobalObjects: false },
    )
  }

  const simulator = createSimulator({ world: () => sandbox.worldOf(TOKEN), docs: docs.address, dialect })
  if (options.deliveries) {
    const { callback, secret, ...more } = options.deliveries
    void simulator.deliverTo(callback, secret, more)
  }

  const all = [vehicleData, vehicle, management, connect, docs]
  return {
    vehicleData: vehicleData.address,
    vehicle: vehicle.address,
    management: management.address,
    connect: connect.address,
    docs: docs.address,
    token: TOKEN,
    deliverTo: simulator.deliverTo,
    simulate: simulator.simulate,
    stopSimulating: simulator.stop,
    simulatorState: simulator.state,
    close: async () => void (await Promise.all([simulator.close(), ...all.map(({ close }) => close())])),
  }
}

async function listen(listener: RequestListener): Promise<{ address: string; close(): Promise<void> }> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a server that listens on TCP has one
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`

/** The error reference: one short page for each kind of error. */
const docsPage =
  (kindOf: (path: string) => string | undefined): RequestListener =>
  (req, res) => {
    const kind = kindOf(req.url ?? '')
    res.writeHead(kind ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    res.end(
      kind
        ? page(
            kind.replaceAll('-', ' '),
            'The sandbox’s error reference. The API’s documentation lists all errors (section 7).',
          )
        : page('Not found', 'Nothing exists at this address.'),
    )
  }
