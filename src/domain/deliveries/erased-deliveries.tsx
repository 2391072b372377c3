/** In the question before a removal: what this server has received of the user or the connection, and erases with it. */
import { useQuery } from '@tanstack/react-query'
import { deliveriesOf, type Whom } from './delivery-requests'
import * as texts from './erased-deliveries-texts'

export function ErasedDeliveries(of: Whom) {
  const { data, error } = useQuery(deliveriesOf(of))
  if (error) return <p>{texts.notCounted}</p>
  if (!data) return <p role="status">{texts.counting}</p>
  const { deliveries, values, unreadable = 0 } = data
  return (
    <>
      <p>{texts.erased(deliveries.value, deliveries.isExact, values)}</p>
      {unreadable > 0 && <p>{texts.unreadable(unreadable)}</p>}
    </>
  )
}
