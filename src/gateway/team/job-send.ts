/** What the runner of jobs changes and looks with: in the server's own name, behind everything that people ask. */

import { isAlready } from '../../api/already'
import { connections } from '../../api/connections'
import { BadIdError, type Endpoint, encodeId, type Host, pathOf } from '../../api/endpoint'
import { ApiError, isNotFound, isUnclear } from '../../api/errors'
import { jobKinds, namesIn } from '../../api/job-operations'
import { parseJson } from '../../api/json'
import { read } from '../../api/read'
import { isSameId } from '../../api/same-id'
import { stringifySearch } from '../../api/search'
import { subscriptions } from '../../api/subscriptions'
import { users } from '../../api/users'
import type { JobDeed, JobSent, LookFor, SendDeed } from '../../team/job-deed'
import type { ReadPage } from '../../team/page-reader'
import type { Credential } from '../auth/account'
import { Repeated } from '../forward/clicks'
import type { createExchange, Exchange } from '../forward/exchange'
import { peek } from '../forward/peek'
import type { UpstreamResponse } from '../forward/upstream'
import type { Settings } from '../settings/environment'
import { asJob } from './ask-list'
import { beginning, heardFrom, unsentBy } from './job-outcome'

const words = {
  gone: 'There was nothing to remove.',
  already: 'It was already there.',
  repeated: 'Sent before this server started.',
  otherClick: 'Sent by another click at the same time.',
  lost: 'No response came. The change may have been made; check it.',
  noTarget: 'This isn’t what the operation expects.',
} as const

interface Options {
  /** A change carried to its end, and told of as one of a browser is. */
  change: (exchange: Exchange) => Promise<UpstreamResponse>
  exchange: ReturnType<typeof createExchange>
  readPage: ReadPage
  /** The server's own for each host. */
  ownFor: (host: Host) => Credential
  config: Pick<Settings['config'], 'parameters' | 'extensions'>
}

export function createJobSend({ change, exchange, readPage, ownFor, config }: Options): {
  send: SendDeed
  look: LookFor
} {
  const send: SendDeed = async (deed, beginItem) => {
    let begun: Promise<boolean> | undefined
    function begin(): Promise<boolean> {
      begun ??= beginItem()
      return begun
    }
    let recorded: number | string | undefined
    try {
      const { endpoint } = jobKinds[deed.operation]
      const asked = endpoint && requestOf(deed, endpoint, ownFor(endpoint.host))
      if (!asked) return (await begin()) ? { state: 'failed', detail: words.noTarget } : { state: 'waiting' }
      const response = await change({
        ...asked,
        begin: beginning(begin),
        onOutcome: (status) => {
          recorded = status
        },
      })
      return await sentBy(endpoint, response)
    } catch (error) {
      if (error instanceof BadIdError || error instanceof Repeated) {
        if (!(await begin())) return { state: 'waiting' }
        return error instanceof Repeated ? repeated(error) : { state: 'failed', detail: error.message }
      }
      return { ...unsentBy(error), ...(recorded === 'unknown' && { state: 'unknown', detail: words.lost }) }
    }
  }

  async function answerTo(endpoint: Endpoint, raw: string, params: Record<string, string>, gone: AbortSignal) {
    return exchange({
      ...asJob(ownFor(endpoint.host)),
      operation: { endpoint, host: endpoint.host, params: encoded(params), raw },
      asker: { operator: undefined, subject: undefined, client: 'this server' },
      gone,
    })
  }

  /** @throws where it can't be told */
  async function isThere(endpoint: Endpoint, params: Record<string, string>, signal: AbortSignal): Promise<boolean> {
    const { status, body } = await answerTo(endpoint, pathOf(endpoint, params), params, signal)
    body.destroy()
    if (status === 404) return false
    if (status >= 200 && status < 300) return true
    throw new ApiError('http', endpoint, { status })
  }

  /** Only a service that lists subscriptions can tell. @throws where it can't be told */
  async function isSubscribed(wanted: Record<string, string>, signal: AbortSignal): Promise<boolean> {
    const { list } = subscriptions
    if (!config.extensions.includes(list.extension ?? '')) throw new Error('The list of subscriptions is off.')
    const query = Object.entries({ ...wanted, 'page[size]': '10' }).map(([name, value]) => [
      config.parameters[name] ?? name,
      value,
    ])
    const { status, body } = await answerTo(list, list.path + stringifySearch(Object.fromEntries(query)), {}, signal)
    const { text, body: rest } = await peek(body)
    rest.destroy()
    if (status < 200 || status > 299) throw new ApiError('http', list, { status })
    const rows = read(list.response, parseJson(text) ?? {}).value.data ?? []
    // A filter that the service does not know widens the list: only what names the three is it.
    return rows.some(({ relationships }) =>
      (['webhook', 'user', 'vehicle'] as const).every((name) =>
        isSameId(relationships?.[name]?.data?.id, wanted[`filter[${name}Id]`]),
      ),
    )
  }

  /** Whether a user is there is told by their connections, of which they have none once gone. */
  const look: LookFor = async (operation, target, signal, shared) => {
    const names = namesIn(operation, target) ?? {}
    const { connectionId = '', userId = '', vehicleId = '', subscriptionId = '' } = names
    if (operation === users.remove.operation) return hasConnections(readPage, target, signal)
    if (operation === connections.remove.operation) return isThere(connections.read, { connectionId }, signal)
    if (operation === subscriptions.remove.operation) return isThere(subscriptions.read, { subscriptionId }, signal)
    const webhookId = String(shared?.webhookId ?? '')
    return isSubscribed(
      { 'filter[webhookId]': webhookId, 'filter[userId]': userId, 'filter[vehicleId]': vehicleId },
      signal,
    )
  }

  return { send, look }
}

export const encoded = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, encodeId(id, name)]))

/** @returns undefined where the target is none of its operation. @throws BadIdError */
function requestOf(deed: JobDeed, endpoint: Endpoint, credential: Credential): Exchange | undefined {
  const { operation, target, shared, click, begunBy, subject, client, clickSubject } = deed
  const names = namesIn(operation, target)
  if (!names) return undefined
  const isCreation = operation === subscriptions.create.operation
  const params = isCreation ? {} : names
  const attributes = { webhookId: String(shared?.webhookId ?? ''), userId: names.userId, vehicleId: names.vehicleId }
  return {
    ...asJob(credential),
    operation: { endpoint, host: endpoint.host, params: encoded(params), raw: pathOf(endpoint, params) },
    asker: { operator: begunBy ?? undefined, subject: subject ?? undefined, client },
    click,
    ...(clickSubject !== undefined && clickSubject !== subject && { clickSubject }),
    ...(isCreation && {
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ data: { attributes } })),
      bodyIds: { ...names, webhookId: attributes.webhookId },
    }),
    gone: new AbortController().signal, // a change is carried to its end
  }
}

async function sentBy(endpoint: Endpoint, response: UpstreamResponse): Promise<JobSent> {
  const { text, body } = await peek(response.body)
  body.destroy()
  const { status } = response
  const { known, error, failed, waiting } = heardFrom(endpoint, response, text)
  if (status >= 200 && status < 300) return { state: 'done', ...known }
  if (waiting) return waiting
  if (isNotFound(error) && endpoint.method === 'DELETE')
    return { state: 'done', ...known, isGone: true, detail: words.gone }
  if (endpoint === subscriptions.create && isAlready(error)) return { state: 'done', ...known, detail: words.already }
  if (isUnclear(error)) return { state: 'unknown', ...known, detail: words.lost }
  return failed
}

/**
 * The same item was sent under the same name by an earlier process, whose store has lost that: its record has not. Or
 * somebody else was changing its target.
 */
function repeated({ first, isOtherClick }: Repeated): JobSent {
  if (first === 'not sent') return { state: 'waiting' }
  if (first === 'unknown') return { state: 'unknown', detail: words.lost }
  const isDone = (first >= 200 && first < 300) || first === 404
  return { state: isDone ? 'done' : 'failed', status: first, detail: isOtherClick ? words.otherClick : words.repeated }
}

const modes = ['live', 'simulated'] as const
const ROWS = 10

/** @throws where rows of others hide it, or what `readPage` throws */
async function hasConnections(readPage: ReadPage, userId: string, signal: AbortSignal): Promise<boolean> {
  for (const mode of modes) {
    const { rows } = await readPage({ 'filter[userId]': userId, 'filter[vehicle.mode]': mode }, 1, ROWS, signal)
    if (rows.some((row) => isSameId(row.relationships?.user?.data?.id, userId))) return true
    if (rows.length > 0) throw new Error('The provider listed connections of others.')
  }
  return false
}
