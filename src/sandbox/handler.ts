/** The three hosts as one function from request to response: bearer, faults, operation, answer. No sockets here. */
import { api, match } from '../api/api'
import type { Endpoint, Host } from '../api/endpoint'
import type { Dialect } from '../api/presets/dialect'
import { batchHandlers } from './batch'
import { capacityFlow } from './capacity-flow'
import { connectionHandlers, userHandlers } from './connections'
import { fullDialect, readQuery } from './dialect'
import { CutError, errorBody, retryAfter, SandboxError } from './errors'
import { delayOf } from './faults'
import { createFleet } from './fleet'
import type { Call, Handlers } from './handlers'
import { isPastEnd } from './paging'
import { signalHandlers } from './signals'
import { spoil } from './spoil'
import { subscriptionHandlers } from './subscriptions'
import { vehicleDataHandlers } from './vehicle-data'
import { version2Body } from './version2-errors'
import { webhookHandlers } from './webhooks'
import { createWorlds, type Deliveries, type World } from './world'

/** Bearer tokens of the sandbox begin so. */
const TOKEN_PREFIX = 'sandbox-'

const handlers: Handlers = {
  batch: batchHandlers,
  vehicleData: vehicleDataHandlers,
  subscriptions: subscriptionHandlers,
  connections: connectionHandlers,
  users: userHandlers,
  signals: signalHandlers,
  webhooks: webhookHandlers,
}

type AnyHandler = (call: Call<Endpoint>) => unknown
/** Handlers mirrors api key by key: each takes the call of its own endpoint. */
function handlerOf(resource: string, name: string): AnyHandler | undefined {
  const tables: Record<string, object> = handlers
  return new Map<string, AnyHandler>(Object.entries(tables[resource] ?? {})).get(name)
}
const byEndpoint = new Map<Endpoint, AnyHandler>(
  Object.entries(api).flatMap(([resource, operations]) =>
    Object.entries(operations).map(([name, endpoint]) => {
      const handler = handlerOf(resource, name)
      if (!handler) throw new Error(`The sandbox has no handler for ${resource}.${name}`)
      return [endpoint as Endpoint, handler] as const
    }),
  ),
)

export interface SandboxOptions {
  connections: number
  seed: number
  latencyMs: number
  /** The address of the docs host, for error links. */
  docs?: string
  /** The address of the hosted capacity flow, for owner links. */
  connect?: string
  /** What is spelled otherwise than the sandbox does. */
  dialect?: Partial<Dialect>
}

export interface Sandbox {
  /**
   * Answers one request to a host.
   * @param target the raw request target: path and query
   * @throws CutError where the connection is to be cut before an answer
   */
  handle(host: Host, target: string, request: Request): Promise<Response>
  /** Answers an owner's browser on the hosted flow. */
  connect(request: Request): Promise<Response>
  /** Nowhere, until a callback is set. */
  readonly deliveries: Deliveries
  /** The world of a token that the sandbox takes. */
  worldOf(token: string): World
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { connections, seed, latencyMs, docs = 'http://docs.invalid', connect = 'http://connect.invalid' } = options
  const dialect = fullDialect(options.dialect)
  const deliveries: Deliveries = { callback: undefined, subscribed: () => {} }
  const worlds = createWorlds(createFleet(connections, seed), Date.now, deliveries)
  let requests = 0

  async function handle(host: Host, target: string, request: Request): Promise<Response> {
    requests += 1
    const requestId = `sandbox-${seed}-${requests}`
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      [`${dialect.headerPrefix}-request-id`]: requestId,
    }
    await pause(latencyMs, request.signal)
    try {
      const world = askedWorld(request)
      world.calls += 1
      const mark = target.indexOf('?')
      const found = match(host, request.method, mark < 0 ? target : target.slice(0, mark))
      if (!found) throw new SandboxError(404, 'The sandbox has no such address.')
      const { endpoint, params } = found
      const { faults } = world
      await pause(faults.hangs ? Number.POSITIVE_INFINITY : delayOf(faults, endpoint.effect), request.signal)
      failAsTold(world, endpoint)
      const call = {
        params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value, endpoint)])),
        query: readQuery(mark < 0 ? '' : target.slice(mark + 1), dialect),
        body: endpoint.body ? await bodyOf(endpoint, request) : undefined,
        world,
        reply: { headers },
        addresses: { docs, connect },
        dialect,
        requestId,
        headers: request.headers,
      } as Call<Endpoint> // params are those of the operation: match() has said so
      const body = byEndpoint.get(endpoint)?.(call)
      if (faults.changeCut && endpoint.effect === 'change') throw new CutError('The connection was cut.')
      if (faults.page404 && isPastEnd(body)) throw new SandboxError(404, 'The list has no such page.')
      return spoil(body, endpoint, { faults, headers, dialect })
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      const style = { docs, dialect }
      const isProblem = host !== 'vehicleData' && dialect.version3ErrorBody === 'problem'
      const body = host === 'vehicleData' ? version2Body(error, style, requestId) : errorBody(error, style, requestId)
      return new Response(JSON.stringify(body), {
        status: error.status,
        headers: {
          ...headers,
          ...retryAfter(error.status),
          ...(isProblem && { 'content-type': 'application/problem+json' }),
        },
      })
    }
  }

  /** @throws SandboxError 401 */
  function askedWorld(request: Request): World {
    const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token?.startsWith(TOKEN_PREFIX) || token === TOKEN_PREFIX) throw new SandboxError(401)
    return worlds.of(token)
  }

  return {
    handle,
    connect: (request) => capacityFlow(request, (flow) => worlds.find(({ flowTokens }) => flowTokens.has(flow))),
    deliveries,
    worldOf: (token) => worlds.of(token),
  }
}

function failAsTold(world: World, endpoint: Endpoint): void {
  const { faults, calls } = world
  if (faults.cut === 'before') throw new CutError('The connection was cut.')
  if (faults.status) throw new SandboxError(faults.status)
  if (faults.onceStatus && calls === 1) throw new SandboxError(faults.onceStatus)
  if (faults.flaky && endpoint.effect !== 'change') failNow(world, faults.flaky)
  if (faults.changeStatus && endpoint.effect === 'change') throw new SandboxError(faults.changeStatus)
}

/** Evenly, by the number of the read alone: at 5 of a hundred every twentieth. */
function failNow(world: World, percent: number): void {
  world.reads += 1
  const failed = Math.floor((world.reads * percent) / 100)
  if (failed === Math.floor(((world.reads - 1) * percent) / 100)) return
  if (failed % 3 === 0) throw new CutError('The connection was cut.')
  throw new SandboxError(failed % 3 === 1 ? 503 : 502)
}

/** @throws SandboxError 400 where the body is not what section 4 shows */
async function bodyOf(endpoint: Endpoint, request: Request): Promise<unknown> {
  const text = await request.text()
  try {
    const parsed = endpoint.body?.safeParse(JSON.parse(text))
    if (parsed?.success) return parsed.data
  } catch {
    // not JSON: refused below
  }
  throw new SandboxError(400, 'The body isn’t valid for this operation.')
}

/** @throws SandboxError 400, and 404 where section 7 has no 400 */
function decode(segment: string, { errors }: Endpoint): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    const status = errors.includes(404) && !errors.includes(400) ? 404 : 400
    throw new SandboxError(status, 'The path isn’t percent-encoded correctly.')
  }
}

/** @throws CutError where the caller goes away first */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new CutError('The client disconnected.'))
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new CutError('The client disconnected.'))
    })
  })
}
