/** Reads what this server's own receiver knows of a webhook and a vehicle: no request to a host, none billed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deliveries } from '../../api/console/deliveries'
import { consoleKey } from '../../api/console/endpoint'
import type { TeamDeliveries } from '../../api/team-deliveries'
import type { WebhookRow } from '../../api/webhooks'
import { useHasDeliveries } from '../../core/has-deliveries'
import { useHints } from '../../requests/use-hints'
import { useNow } from '../../ui/use-now'
import {
  arrivalsOf,
  deliveryList,
  isOurs,
  lastValuesOf,
  oneRefused,
  receiverInfo,
  refusedList,
} from '../deliveries/delivery-queries'
import { isLive, type ReceiverFacts, refusalToExplain } from './receiver-chain'

/** Among so many of a webhook a live one is found, unless all of them are tests. */
const OF_WEBHOOK = 50
const OF_VEHICLE = 20
/** How often ages are counted anew. */
const AGE_MS = 30_000
const AGAIN_MS = 5_000
const shown = [deliveries.list, deliveries.lastValues, deliveries.refused].map(consoleKey)

/** A search that ended early without a row says nothing. */
const known = (page: TeamDeliveries | undefined) =>
  page && (page.rows.length > 0 || page.next === null) ? page : undefined

/** @returns `facts` undefined where this server receives nothing, or doesn't know its own address */
export function useReceiverFacts(
  { id: webhook, attributes }: WebhookRow,
  vehicle: string,
): { facts: ReceiverFacts | undefined; isReading: boolean } {
  const hasDeliveries = useHasDeliveries() === true
  const info = useQuery({
    ...receiverInfo,
    enabled: hasDeliveries,
    // A store that is being opened is there soon.
    refetchInterval: ({ state }) => (state.data ? false : AGAIN_MS),
  })
  const isHere = isOurs(attributes?.callbackUri, info.data)
  const here = { enabled: isHere }
  const verifications = useQuery({ ...deliveryList({ kind: 'verify', limit: 1 }), ...here })
  const ofWebhook = useQuery({ ...deliveryList({ webhook, limit: OF_WEBHOOK }), ...here })
  const ofVehicle = useQuery({ ...deliveryList({ webhook, vehicle, limit: OF_VEHICLE }), ...here })
  const arrivals = useQuery({ ...arrivalsOf({ webhookId: webhook, vehicleId: vehicle }), ...here })
  const last = useQuery({ ...lastValuesOf(vehicle), ...here })
  const refused = useQuery({ ...refusedList, ...here })
  const refusal = refusalToExplain(refused.data?.rows)
  const hasLive = ofWebhook.data?.rows.some(isLive) !== false
  const explained = useQuery({
    ...oneRefused(refusal?.id ?? ''),
    enabled: isHere && refusal !== undefined && !hasLive,
    placeholderData: keepPreviousData,
  })
  const hinted = useMemo(
    () => [...shown, arrivalsOf({ webhookId: webhook, vehicleId: vehicle }).queryKey],
    [webhook, vehicle],
  )
  useHints('deliveries', hinted, isHere)
  const now = useNow(isHere ? AGE_MS : undefined, (now) => now - (now % AGE_MS))
  const isReading = [info, verifications, ofWebhook, ofVehicle, arrivals, last, refused, explained].some(
    ({ isLoading }) => isLoading,
  )
  if (!info.data) return { facts: undefined, isReading }
  const all = known(ofWebhook.data)
  const facts = {
    ...{ isOurs: isHere, now, last: last.data, arrivals: arrivals.data, refusals: refused.data?.rows },
    verifications: known(verifications.data)?.rows,
    ofWebhook: all && { rows: all.rows, isWhole: all.next === null },
    ofVehicle: known(ofVehicle.data)?.rows,
    verdict: explained.data?.explanation?.verdict,
  }
  return { facts, isReading }
}
