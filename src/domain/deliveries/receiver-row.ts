/** How the receiver does, for a row among the hosts: what arrived last, and whether it has become quiet. */
import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../../api/errors'
import type { TeamArrivals } from '../../api/team-deliveries'
import { arrivalsOf } from './delivery-queries'
import * as texts from './receiver-row-texts'
import { silenceOf } from './silence'
import { quietFor } from './silence-texts'

export interface ReceiverFacts {
  state: keyof typeof texts.states
  arrivals: TeamArrivals | undefined
  /** What is to be known beside them. */
  words?: string
}

/** @param everyMs how often it is asked; by itself as often as a page of deliveries */
export function useReceiver(everyMs?: number): ReceiverFacts {
  const { data, error, dataUpdatedAt } = useQuery({
    ...arrivalsOf({}),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  if (error) {
    if (codeOf(error) === 'STORE_UNAVAILABLE') return { state: 'error', arrivals: undefined, words: texts.storeAway }
    return { state: 'unknown', arrivals: data, words: texts.notRead }
  }
  if (!data) return { state: 'reading', arrivals: undefined }
  if (data.last === null) return { state: 'nothing yet', arrivals: undefined, words: texts.nothingYet }
  const silence = silenceOf(data, dataUpdatedAt)
  return silence ? { state: 'quiet', arrivals: data, words: quietFor(silence) } : { state: 'ok', arrivals: data }
}
