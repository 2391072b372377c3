/** Tells if the requests of this page can read deliveries: the server receives them for its own account alone. */
import { useQuery } from '@tanstack/react-query'
import { useConfig } from './config'
import { sessionQuery } from './session'

/** @returns undefined until it is known which tokens the browser has added */
export function useHasDeliveries(): boolean | undefined {
  const { hasReceiver } = useConfig()
  const { data: session } = useQuery({ ...sessionQuery, enabled: hasReceiver })
  if (!hasReceiver) return false
  return session && !session.version3
}
