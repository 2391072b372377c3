/** The texts of the page of deprecations. */
import type { ReactNode } from 'react'

export const title = 'Deprecations'
export const announcement = (today: ReactNode) => (
  <>
    Version 2.0 is announced as deprecated; that is not the same as switched off, so nothing here is disabled for its
    date. Version 3 was introduced on <time dateTime="2025-08-26">26 August 2025</time>, and callers are advised to
    migrate to it. A read that answers 404 VERSION or 410 may have been switched off. Days are counted in UTC; today is{' '}
    {today}.
  </>
)
export const theseDates = 'these dates'
export const aboutDates =
  'The service has announced either a day or a quarter. A quarter is a range: the read may end on any day of it, so days are counted to its last one, and it is marked from its first. What stands for a read in version 3 is named as far as it is publicly known.'
export const columns = ['Operation', 'State', 'Announced', 'Last answer in this tab', 'In version 3']
export const announced = (from: string, to: string) => (from === to ? to : `${from} to ${to}`)
export const lastAnswer = (status: number | undefined, at: ReactNode) => (
  <>
    {status ?? 'no answer'}, {at}
  </>
)
export const ofBatch = 'each path’s own signal; there is no subset of signals in one request'
export const scales =
  'Percentages change scale between the versions (0 to 1 in version 2.0, 0 to 100 in version 3): the console never puts values of the two side by side.'
export const aVehicle = 'a vehicle'
export const openFirst = (vehicle: ReactNode) => (
  <>To read a signal, open {vehicle} first: the codes above then lead to its history.</>
)
export const codesLead = (vehicleId: ReactNode) => (
  <>The codes lead to the signals of the vehicle that was looked at last, {vehicleId}.</>
)
