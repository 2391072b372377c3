/** For tests: what was returned to a request that was made from the OpenAPI document, compared with the document. */
import fc from 'fast-check'
import { type Host, hostNames } from '../../api/endpoint'
import { version2FaultIds } from '../../api/faults.data'
import type { ResponseObject } from '../../api/openapi/document'
import { openApiOf } from '../../api/openapi/openapi'
import { checkerOf, type DocumentedOperation, documentedOperations } from '../../api/openapi/openapi-harness'
import { version2Reads } from '../../api/version2-reads.data'
import { anyCase, type Case, type Known, soundCase } from './openapi-cases'

/** As many as `npm run soak` wants, or `npm test`. */
export const CASES = Number(process.env.OPENAPI_CASES ?? 200)
export const SEED = Number(process.env.OPENAPI_SEED ?? Date.now() % 1_000_000_000)
/** Then it hangs, and says so. */
export const END_MS = process.env.OPENAPI_CASES ? 3_600_000 : 60_000

const document = openApiOf({ version: '1', parameters: {}, headerPrefix: 'sb' })
export const operations = documentedOperations(document)
const { wrongWith } = checkerOf(document)

/** The operation of a case: its method, and the host that it is sent to. */
export function operationOf({ operationId }: Case): DocumentedOperation & { host: Host } {
  const found = operations.find(({ operation }) => operation.operationId === operationId)
  if (!found) throw new Error(`There is no operation ${operationId}.`)
  const { operation } = found
  const host = hostNames.find((name) => operation.security.some((one) => name in one))
  if (!host) throw new Error(`${operationId} has no host.`)
  return { ...found, host }
}

export const definedIn = (headers: Case['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

interface Row {
  id: string
  relationships: Record<string, { data: { id: string } }>
}
/** Asks a list of the sandbox. */
type AskRows = (host: Host, path: string, token: string) => Promise<Row[]>

/** What the fleet has, newest first. */
export async function knownOf(ask: AskRows): Promise<Known> {
  const connections = await ask('vehicle', '/v3/connections?page[size]=20&filter[vehicle.mode]=live', 'sandbox-ok')
  const webhooks = await ask('management', '/v3/webhooks', 'sandbox-ok')
  const ties = await ask('management', '/v3/subscriptions', 'sandbox-subscription-list')
  const ids = (rows: Row[]) => rows.map(({ id }) => id)
  const related = (kind: string) => connections.flatMap(({ relationships }) => relationships[kind]?.data.id ?? [])
  const vehicles = [...related('vehicle'), ...version2FaultIds.map(({ id }) => id)]
  return {
    connectionid: ids(connections),
    userid: related('user'),
    vehicleid: vehicles,
    id: vehicles,
    webhookid: ids(webhooks),
    subscriptionid: ids(ties),
    signalcode: ['odometer-traveleddistance', 'closure-doors', 'tractionbattery-stateofcharge'],
    'user.externalid': ['007', 'harbor-fleet-7'],
    path: version2Reads.map(({ path }) => path),
  }
}

/** Sends a case with a token of the sandbox. */
export type Send = (given: Case, token: string) => Promise<{ status: number; text: string }>

/** Checks one. @returns what is wrong, with all that is needed to send it again; empty where nothing is */
export async function wrongOf(send: Send, given: Case, token: string, reached: Set<string>): Promise<string> {
  const { operation, method } = operationOf(given)
  const { status, text } = await send(given, token)
  reached.add(`${operation.operationId} ${status}`)
  const wrong = wrongWith(operation, status, text)
  return wrong && `${method} ${given.target} ${given.body ?? ''} as ${token}: ${wrong} ${text.slice(0, 300)}`
}

/** True where only this server returns a status. */
export const isOfServer = ({ content }: ResponseObject): boolean =>
  content?.['application/json']?.schema.$ref === '#/components/schemas/GatewayError'

/** Every documented status of a kind, with its operation. */
export const statusesOf = (isWanted: (response: ResponseObject) => boolean) =>
  operations.flatMap((documented) =>
    Object.entries(documented.operation.responses).flatMap(([status, response]) =>
      isWanted(response)
        ? [{ documented, status: Number(status), name: `${documented.operation.operationId} ${status}` }]
        : [],
    ),
  )

/** The token with which an operation returns a status. */
const tokenFor = (id: string, status: number) => {
  if (status >= 400) return `sandbox-status-${status}:reached`
  return id === 'subscriptions.list' ? 'sandbox-subscription-list:reached' : `sandbox-ok:${id}`
}

/** Asks for every status of the provider by the sandbox’s own name for it. */
export async function reachAll(send: Send, known: Known) {
  const wanted = statusesOf((response) => !isOfServer(response))
  const reached = new Set<string>()
  const found = await Promise.all(
    wanted.map(({ documented, status }) => {
      const token = tokenFor(documented.operation.operationId, status)
      return wrongOf(send, soundCase(documented, known), token, reached)
    }),
  )
  return {
    wrong: found.filter(Boolean),
    missed: wanted.flatMap(({ name }) => (reached.has(name) ? [] : [name])),
    count: wanted.length,
  }
}

/** Worlds whose faults keep to the document. */
export const worlds = ['ok', 'once-500', 'slow-purge', 'moving', 'live-only', 'subscription-list'] as const

export const generated = (known: Known) => fc.tuple(anyCase(document, known), fc.constantFrom(...worlds))
