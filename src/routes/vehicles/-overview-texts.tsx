/** The texts of a vehicle's first page: its connections, quick reads, permissions, deliveries and token. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

// Its connections
export const pending = 'Reading its connections…'
export const noConnection =
  'The service lists no connection of this vehicle: nobody is connected to it, or there is no such vehicle.'
export const noConnectionSeen = 'Among what the service sent is no connection of this vehicle.'
export const connections = 'Connections'
export const asList = 'All of them as a list'
export const compared = (most: number, all: number) =>
  `Compared are the ${most} newest of ${formatCount(all)} connections.`

// Quick reads
export const reported = 'What it last reported'
export const odometer = 'odometer'
export const location = 'location'
export const fuel = 'fuel'
export const read = (name: string) => `Read ${name}`
export const readAgain = (name: string) => (
  <>
    Read again<span className="visually-hidden"> {name}</span>
  </>
)
export const quickPrice = 'Each is a batch of one path, one request.'
export const cancelled = 'Cancelled; the request may still be counted.'
export const missing = (path: string) => `The answer has no item for ${path}.`
export const needs = (permission: ReactNode, granted: ReactNode) => (
  <>
    · needs {permission}: {granted}
  </>
)

// What may be read
export const permissionsMeaning =
  'From the permissions that each connection names, without a call. A missing one is a warning only: which connection a version 2.0 token belongs to is not known here.'
export const readColumn = 'Read'
export const permissionColumn = 'Permission'
export const reads = 'Reads of version 2.0, also in a batch'
export const batchReads = 'In a batch only'
export const signalReads = 'Signals of version 3'
export const signals = (count: number) => plural(count, 'signal')

// Why nothing arrived
export const delivery = 'Why did nothing arrive?'
export const checkDelivery = 'Check the chain from a webhook'
export const webhook = 'Webhook'
export const chooseWebhook = 'Choose the one that should have delivered'
export const firstWebhooks = (count: number, total: number | undefined) =>
  `The first ${formatCount(count)} of ${total === undefined ? 'an unknown number' : formatCount(total)}.`
export const readWebhooks = 'Read all webhooks'

// Its own token
export const token = 'Its own token'
export const tokenHeld = 'one is held'
export const tokenForm = 'Vehicle token'
export const tokenField = 'Token for this vehicle'
export const tokenMeaning =
  'Of version 2.0, whose tokens belong to one connection. It wins over any other for this vehicle’s reads. Forget tokens under Settings forgets it too.'
export const takeToken = 'Use token'
export const tokenMissing = 'Enter a token.'
export const tokenTaken = 'The server holds it for this browser, and sends it with this vehicle’s reads only.'
