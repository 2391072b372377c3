/** The texts of the page of deprecations. */
import type { ReactNode } from 'react'

export const title = 'Deprecations'
export const announcement = (today: ReactNode) => (
  <>
    Version 2.0 is deprecated but may still work. Forecourt never disables a read because of its date. Version 3 was
    introduced on{' '}
    <time translate="no" dateTime="2025-08-26">
      Aug 26, 2025
    </time>
    ; the provider recommends migrating to it. A read that returns 404 VERSION or 410 may have been switched off. Days
    are counted in UTC; today is {today}.
  </>
)
export const theseDates = 'these dates'
export const aboutDates =
  'The provider announces either a day or a quarter. In a quarter the read may end on any day: the count runs to the last day, and the read is marked from the first. Version 3 replacements are listed as far as they are publicly known.'
export const columns = ['Operation', 'State', 'Announced (UTC)', 'Last response', 'In version 3']
export const lastAnswer = (status: number | undefined, at: ReactNode) => (
  <>
    {status ?? 'no response'}, {at}
  </>
)
export const ofBatch = 'The signal of each path; one request can’t read a selection of signals'
export const scales =
  'In raw responses, percentages run from 0 to 1 in version 2.0 and from 0 to 100 in version 3. Multiply the former by 100 before you compare them.'
export const aVehicle = 'a vehicle'
export const openFirst = (vehicle: ReactNode) => (
  <>To read a signal, open {vehicle} first. The codes above then link to its history.</>
)
export const codesLead = (vehicleId: ReactNode) => (
  <>The codes link to the signals of the vehicle you viewed last, {vehicleId}.</>
)
