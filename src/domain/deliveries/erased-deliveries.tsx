/** In the question before a removal: what this server has received of the user or the connection, and erases with it. */
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/console/client'
import { deliveries } from '../../api/console/deliveries'
import { polled } from './delivery-queries'
import * as texts from './erased-deliveries-texts'

interface Props {
  userId?: string | undefined
  vehicleId?: string | undefined
}

export function ErasedDeliveries(of: Props) {
  const { data, error } = useQuery({ ...query(deliveries.count, { query: of }), ...polled, staleTime: 0 })
  if (error) return <p>{texts.notCounted}</p>
  if (!data) return <p role="status">{texts.counting}</p>
  const { deliveries: count, values, unreadable = 0 } = data
  return (
    <>
      <p>{texts.erased(count.value, count.isExact, values)}</p>
      {unreadable > 0 && <p>{texts.unreadable(unreadable)}</p>}
    </>
  )
}
