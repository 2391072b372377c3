/** `/vehicles/$vehicleId/batch`: several version 2.0 reads in one request (2.12); the whole spec is in the address. */
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type Search, searchOf } from '../../../api/search'
import { Composer } from '../../../domain/vehicles/batch/composer'
import { pathsOf } from '../../../domain/vehicles/batch/path'
import { loadVehicle } from '../../../domain/vehicles/load-vehicle'
import * as texts from '../../../domain/vehicles/texts'
import { useVehicle, VehiclePage } from '../../../domain/vehicles/vehicle-page'

const noFields = searchOf({})
interface BatchSearch {
  /** In their order; what can't be sent, or is there twice, the page takes out: no other page loads what tells it. */
  path?: string[] | undefined
}

export const Route = createFileRoute('/vehicles/$vehicleId/batch')({
  validateSearch: (given: Search): BatchSearch => {
    const path = [given.path ?? []].flat()
    return { ...noFields(given), path: path.length > 0 ? path : undefined }
  },
  loader: loadVehicle,
  component: BatchPage,
})

function BatchPage() {
  const { vehicleId } = Route.useParams()
  const { path } = Route.useSearch()
  const paths = useMemo(() => pathsOf({ path }), [path])
  const navigate = Route.useNavigate()
  const known = useVehicle(vehicleId)
  const isMended = JSON.stringify(paths) !== JSON.stringify(path ?? []) // an empty path differs from none
  useEffect(() => {
    if (isMended) void navigate({ search: { path: paths.length > 0 ? paths : undefined }, replace: true })
  }, [isMended, paths, navigate])
  return (
    <VehiclePage known={known} title={texts.batch}>
      <Composer
        key={vehicleId}
        paths={paths}
        onPaths={(next) => void navigate({ search: { path: next.length > 0 ? next : undefined }, resetScroll: false })}
        known={known}
      />
    </VehiclePage>
  )
}
