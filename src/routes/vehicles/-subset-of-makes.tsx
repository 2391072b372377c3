/** Said where a read is available for a subset of makes only (4.1): an empty answer may mean that. */
import { NoValue } from '../../ui/no-value'
import type { KnownVehicle } from './-vehicle-page'

export function SubsetOfMakes({ known: { vehicle } }: { known: KnownVehicle }) {
  return (
    <p className="quiet">
      Available for a subset of makes; which, the interface does not show. Where {vehicle?.make ?? 'this make'} is not
      among them, an empty answer or an error means <NoValue kind="notCovered" />.
    </p>
  )
}
