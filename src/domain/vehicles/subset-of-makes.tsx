/** Said where a read is available for a subset of makes only (4.1): an empty answer may mean that. */
import { ReadState } from '../../ui/read-state'
import * as texts from './reading-texts'
import type { KnownVehicle } from './vehicle-page'

export function SubsetOfMakes({ known: { vehicle } }: { known: KnownVehicle }) {
  const make = vehicle?.make
  return (
    // With the make it is another sentence, and not one whose end has moved.
    <p key={make} className="quiet">
      {texts.subsetOfMakes(make, <ReadState kind="notCovered" />)}
    </p>
  )
}
