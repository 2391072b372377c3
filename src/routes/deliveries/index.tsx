/** `/deliveries`: what webhooks delivered to this server. */
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { DeliverySearch } from '../../api/delivery-search'
import type { Search } from '../../api/search'
import { useConfig } from '../../core/config'
import { Deliveries } from '../../domain/deliveries/deliveries-page'
import * as texts from '../../domain/deliveries/deliveries-texts'
import { NoReceiver } from '../../domain/deliveries/without-deliveries'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/deliveries/')({
  component: DeliveriesPage,
})

function DeliveriesPage() {
  const search = DeliverySearch(useSearch({ strict: false })) // read here: a route's reader is part of every first load
  const navigate = Route.useNavigate()
  const { hasReceiver } = useConfig()
  if (hasReceiver) return <Deliveries search={search} onGo={(to: Search) => void navigate({ search: to as never })} /> // the route's own names
  return (
    <Page title={texts.title}>
      <NoReceiver />
    </Page>
  )
}
