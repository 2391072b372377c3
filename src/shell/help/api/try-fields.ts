/** What “Try it” sends: from its fields, which begin with what was viewed last. */
import type { CallInput } from '../../../api/client'
import type { Endpoint } from '../../../api/endpoint'
import { parseJson } from '../../../api/json'
import type { Parameter } from '../../../api/operations'
import type { RecentThing } from '../../../core/recent'

/** By the name of its parameter; `body` is the body’s. */
export type TryFields = Readonly<Record<string, string>>

/** Which thing an id is of, by its parameter’s name. */
const kinds: Readonly<Record<string, RecentThing['kind']>> = {
  connectionId: 'connection',
  userId: 'user',
  vehicleId: 'vehicle',
  id: 'vehicle',
  webhookId: 'webhook',
  subscriptionId: 'subscription',
}

interface Viewed {
  /** Newest first. */
  recent: readonly RecentThing[]
  /** Codes, the last read first. */
  signals: readonly string[]
}

export function filledIn({ body }: Endpoint, parameters: readonly Parameter[], { recent, signals }: Viewed): TryFields {
  const idFor = (name: string) => recent.find(({ kind }) => kind === kinds[name])?.id ?? ''
  const inPath = parameters.filter((one) => one.in === 'path')
  return {
    ...Object.fromEntries(inPath.map(({ by }) => [by, by === 'signalCode' ? (signals[0] ?? '') : idFor(by)])),
    ...(body && { body: JSON.stringify(exampleOf(inPath.length > 0, idFor)) }),
  }
}

/** A batch is of the vehicle in its path; a subscription names all that it ties. */
const exampleOf = (isOfVehicle: boolean, idFor: (name: string) => string) =>
  isOfVehicle
    ? { requests: [{ path: '/odometer' }] }
    : {
        data: {
          attributes: { webhookId: idFor('webhookId'), userId: idFor('userId'), vehicleId: idFor('vehicleId') },
        },
      }

/** Why nothing can be sent yet; `missing` are the names of ids. */
export type Problem = { missing: string[] } | 'not JSON' | 'another body'

export function inputOf(
  { body }: Endpoint,
  parameters: readonly Parameter[],
  fields: TryFields,
): { input: CallInput; problem?: Problem } {
  const given = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters.flatMap((one) => {
        const value = fields[one.by]?.trim()
        return one.in === place && value ? [[one.by, value]] : []
      }),
    )
  const path = given('path')
  const input: CallInput = { path, query: given('query'), user: given('header').user }
  const missing = parameters.flatMap((one) => (one.in === 'path' && !path[one.by] ? [one.by] : []))
  if (!body) return missing.length > 0 ? { input, problem: { missing } } : { input }
  const json = parseJson(fields.body ?? '')
  const parsed = body.safeParse(json)
  const whole = { ...input, body: parsed.success ? parsed.data : json }
  if (missing.length > 0) return { input: whole, problem: { missing } }
  if (json === undefined) return { input: whole, problem: 'not JSON' }
  return parsed.success ? { input: whole } : { input: whole, problem: 'another body' }
}
