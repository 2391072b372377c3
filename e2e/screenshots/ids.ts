/** Which things of the sandbox are photographed: the first that has everything a page can show. */
import { own, type Row as VehicleRow } from '../vehicle'
import type { Ids } from './shots.data'

interface Row extends VehicleRow {
  id: string
  relationships: VehicleRow['relationships'] & { user: { data: { id: string } } }
}

export async function idsOf(origin: string): Promise<Ids> {
  const read = async (path: string) => {
    const answer = await fetch(`${origin}/api/${path}`, { headers: own })
    return { isOk: answer.ok, body: await answer.json() }
  }
  const rows: Row[] = (await read('vehicle/v3/connections?page[size]=100&filter[vehicle.mode]=live')).body.data
  // A depot whose services are sent as a list.
  const depot: Row[] = (await read('vehicle/v3/connections?page[size]=100&filter[user.externalId]=662E41')).body.data
  const hooks: { id: string }[] = (await read('management/v3/webhooks')).body.data
  const most = rows.reduce((a, b) => (b.attributes.permissions.length > a.attributes.permissions.length ? b : a))
  const vehicleOf = async (among: readonly Row[], path: string, is: (body: unknown) => boolean) => {
    for (const row of among) {
      const { id } = row.relationships.vehicle.data
      const { isOk, body } = await read(`vehicle-data/v2.0/vehicles/${id}${path}`)
      if (isOk && is(body)) return id
    }
    return most.relationships.vehicle.data.id
  }
  return {
    connection: most.id,
    user: most.relationships.user.data.id,
    vehicle: most.relationships.vehicle.data.id,
    webhook: hooks[0]?.id ?? '',
    serviced: await vehicleOf(depot, '/service/history', Array.isArray),
    undetermined: await vehicleOf(
      rows.filter(({ attributes: { permissions } }) => permissions.includes('read_battery')),
      '/battery/nominal_capacity',
      (body) => (body as { capacity: unknown }).capacity === null, // as the interface shows it
    ),
  }
}
