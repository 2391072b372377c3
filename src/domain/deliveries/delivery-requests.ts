/** What is asked of the deliveries that this server keeps: its own addresses, none of a host, so nothing of it is billed. */
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ownHeaders } from '../../api/config'
import { ApiError, codeOf, isPassing, withoutResponse } from '../../api/errors'
import { parseJson } from '../../api/json'
import { fetchOwn } from '../../api/own-fetch'
import { Count } from '../../api/team'
import {
  Refusal,
  RefusedDelivery,
  TeamArrivals,
  TeamDeliveries,
  TeamDeliveryDetail,
  TeamLastValue,
  TeamVehicleError,
} from '../../api/team-deliveries'
import { whenTaken } from '../../core/drawn'
import { askServer } from '../../requests/ask-server'
import { useHints } from '../../requests/use-hints'
import { notDeliveries } from './request-texts'

/** What every query of them begins with. */
export const DELIVERIES_KEY = ['deliveries'] as const
const DELIVERIES_KEYS = [DELIVERIES_KEY]
/** Where no hints arrive. */
const EVERY_MS = 30_000
const FRESH_MS = 1_000

type Asked = Readonly<Record<string, string | number | undefined>>
const ask = <T>(path: `/${string}`, schema: z.ZodMiniType<T>, search: Asked, signal?: AbortSignal): Promise<T> =>
  askServer({ path, search, schema, otherwise: notDeliveries, signal }).finally(whenTaken)

/** What is refused or is not there is not asked twice. */
const isWorthAnother = (failures: number, error: unknown) =>
  failures < 1 && isPassing(error) && codeOf(error) !== 'STORE_UNAVAILABLE'
const shared = { staleTime: FRESH_MS, retry: isWorthAnother, refetchInterval: EVERY_MS } as const

export interface DeliveriesQuestion {
  kind?: string | undefined
  webhook?: string | undefined
  vehicle?: string | undefined
  user?: string | undefined
  /** Codes. */
  signal?: string | undefined
  trigger?: string | undefined
  flag?: string | undefined
  /** ISO, of when they arrived first; both are among them. */
  since?: string | undefined
  until?: string | undefined
  limit: number
  /** Older ones than that. */
  before?: number | undefined
}

/** From the newest on. */
export const deliveryList = (question: DeliveriesQuestion) =>
  queryOptions({
    queryKey: [...DELIVERIES_KEY, 'list', question],
    queryFn: ({ signal }) => ask('/deliveries.json', TeamDeliveries, { ...question }, signal),
    ...shared,
  })

export const oneDelivery = (id: number) =>
  queryOptions({
    queryKey: [...DELIVERIES_KEY, 'one', id],
    queryFn: ({ signal }) => ask(`/deliveries/${id}.json`, TeamDeliveryDetail, {}, signal),
    ...shared,
  })

const LastValues = z.object({ values: z.array(TeamLastValue), errors: z.array(TeamVehicleError) })
/** What deliveries told of a vehicle last: each signal's newest value, and its errors, the open ones first. */
export const lastValuesOf = (vehicleId: string) =>
  queryOptions({
    queryKey: [...DELIVERIES_KEY, 'last values', vehicleId],
    queryFn: ({ signal }) => ask(`/last-values/${encodeURIComponent(vehicleId)}.json`, LastValues, {}, signal),
    ...shared,
  })

/** How deliveries of a webhook, of a vehicle, or of both arrive. */
export const arrivalsOf = (of: { webhookId?: string | undefined; vehicleId?: string | undefined }) =>
  queryOptions({
    queryKey: [...DELIVERIES_KEY, 'arrivals', of],
    queryFn: ({ signal }) => ask('/arrivals.json', TeamArrivals, of, signal),
    ...shared,
  })

export interface Whom {
  userId?: string | undefined
  vehicleId?: string | undefined
}
const DeliveryCount = z.object({
  deliveries: Count,
  values: z.number(),
  /** Of all users: rows of keys that the server doesn't have, which a removal can't look into. */
  unreadable: z.optional(z.number()),
})
/** How much is kept of a user, or of a user's vehicle: counted when it is asked for. */
export const deliveriesOf = (whom: Whom) =>
  queryOptions({
    queryKey: [...DELIVERIES_KEY, 'of', whom],
    queryFn: ({ signal }) => ask('/deliveries/count.json', DeliveryCount, { ...whom }, signal),
    ...shared,
    staleTime: 0,
  })

/** How all of them arrive, for whoever shows it on every page: no hint asks for it anew. */
export const receiverArrivals = queryOptions({
  queryKey: ['arrivals of the receiver'],
  queryFn: ({ signal }) => ask('/arrivals.json', TeamArrivals, {}, signal),
  ...shared,
})

const Refusals = z.object({ rows: z.array(Refusal) })
/** The last requests that weren't proven, the newest first: this server's own memory has them. */
export const refusedList = queryOptions({
  queryKey: [...DELIVERIES_KEY, 'refused'],
  queryFn: ({ signal }) => ask('/deliveries/refused.json', Refusals, {}, signal),
  ...shared,
})
export const oneRefused = (id: string) =>
  queryOptions({
    queryKey: [...DELIVERIES_KEY, 'refused', id],
    queryFn: ({ signal }) => ask(`/deliveries/refused/${encodeURIComponent(id)}.json`, RefusedDelivery, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: isWorthAnother,
  })

const ReceiverInfo = z.object({
  /** Of its own address. */
  path: z.string(),
  /** As the provider calls it; null where it isn't set. */
  url: z.nullable(z.string()),
  destinations: z.array(z.string()),
  /** That the signature is in. */
  header: z.string(),
})
export type ReceiverInfo = z.infer<typeof ReceiverInfo>
export const receiverInfo = queryOptions({
  queryKey: [...DELIVERIES_KEY, 'receiver'],
  queryFn: ({ signal }) => ask('/deliveries/receiver.json', ReceiverInfo, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
  retry: isWorthAnother,
})

/** True for a callback that is this server's receiver: told by its path, whose slug nobody else has. */
export function isOurs(callbackUri: string | null | undefined, info: ReceiverInfo | undefined): boolean {
  if (!callbackUri || !info || !URL.canParse(callbackUri)) return false
  return new URL(callbackUri).pathname.endsWith(info.path)
}

/** As it came, as text; it doesn't change. */
export const deliveryBody = (id: number) =>
  queryOptions({
    queryKey: [...DELIVERIES_KEY, 'body', id],
    queryFn: async ({ signal }) => {
      const path = `/deliveries/${id}/body` as const // a path
      const operation = { operation: `GET ${path}`, permission: undefined } as const
      let response: Response
      let text: string
      try {
        response = await fetchOwn(path, { headers: ownHeaders, signal, cache: 'no-store' })
        text = await response.text()
      } catch (cause) {
        throw signal.aborted ? cause : withoutResponse(cause, operation)
      }
      const { ok, status } = response
      if (!ok) throw new ApiError('http', operation, { status, body: parseJson(text) })
      return text
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0, // whose it is may be removed
    retry: isWorthAnother,
  })

const Pinned = z.object({ pinned: z.boolean() })
/** @throws ApiError */
export const pinDelivery = (id: number, pinned: boolean) =>
  askServer({ path: `/deliveries/${id}/pin`, schema: Pinned, otherwise: notDeliveries, body: { pinned } })

const Queued = z.object({ queued: z.boolean() })
/** Sends it to a destination of `FORWARD_TO` once more. @throws ApiError */
export const replayDelivery = (id: number, destination: string) =>
  askServer({ path: `/deliveries/${id}/replay`, schema: Queued, otherwise: notDeliveries, body: { destination } })

/** Asks anew when the server says that deliveries have come. @param isWanted false where nothing of them is shown */
export const useDeliveryHints = (isWanted = true, everyMs?: number): void =>
  useHints('deliveries', DELIVERIES_KEYS, isWanted, everyMs)
