/** `/deliveries/$deliveryId`: one delivery. */
import { createFileRoute } from '@tanstack/react-router'
import { useConfig } from '../../core/config'
import * as texts from '../../domain/deliveries/deliveries-texts'
import { Delivery } from '../../domain/deliveries/delivery-page'
import { NoReceiver } from '../../domain/deliveries/without-deliveries'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/deliveries/$deliveryId')({
  component: DeliveryPage,
})

function DeliveryPage() {
  const { deliveryId } = Route.useParams()
  const { hasReceiver } = useConfig()
  if (hasReceiver) return <Delivery key={deliveryId} deliveryId={deliveryId} />
  return (
    <Page title={texts.title}>
      <NoReceiver />
    </Page>
  )
}
