/** `/vehicles`: vehicles, derived from connections (the API has no list of them). */
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/vehicles/')({ component: VehiclesPage })

function VehiclesPage() {
  return <Page title="Vehicles">{null}</Page>
}
