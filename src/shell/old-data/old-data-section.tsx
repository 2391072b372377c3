/** The section of the settings about data of earlier versions. */
import { OldData } from './old-data-later'
import * as texts from './old-data-texts'

export function OldDataSection() {
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <OldData otherwise={<p>{texts.none}</p>} />
    </>
  )
}
