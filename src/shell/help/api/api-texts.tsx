/** The texts of `/help/api`. */
import type { ReactNode } from 'react'
import type { Host } from '../../../api/endpoint'
import { plural } from '../../../ui/format'

export const title = 'API operations'
export const count = (operations: number, hosts: number) => `${plural(operations, 'operation')} on ${hosts} hosts`
export const document = 'OpenAPI document'
export const aboutDocument = (link: ReactNode) => (
  <>{link}: OpenAPI 3.1, the same with schemas. What the API’s documentation doesn’t show is marked “assumed”.</>
)
export const hostNames: Readonly<Record<Host, string>> = {
  vehicleData: 'Vehicle data 2.0',
  vehicle: 'Vehicles 3',
  management: 'Management 3',
}
export const resources: Readonly<Record<string, string>> = {
  batch: 'Batch',
  vehicleData: 'Vehicle data',
  connections: 'Connections',
  users: 'Users',
  signals: 'Signals',
  subscriptions: 'Subscriptions',
  webhooks: 'Webhooks',
}

// What it costs
export const free = 'Free'
export const billed = 'Billed: 1 request of the vehicle'
export const billedByPath = 'Billed: 1 request of the vehicle for each path'
export const change = 'Change: can’t be undone'

// Its facts
export const permission = 'Permission'
export const parameters = 'Parameters'
export const body = 'Body'
export const json = 'JSON'
export const statuses = 'Statuses'
export const ends = 'Ends'
export const extension = 'Extension'
export const inPath = 'in the path'
export const inHeader = 'header'
export const assumedName = 'assumed name'
export const assumed = (statuses: string) => `assumed: ${statuses}`

// Try it
export const tryIt = (name: string) => (
  <>
    Try it<span className="visually-hidden">: {name}</span>
  </>
)
export const fields = (name: string) => `Try it: ${name}`
export const priceOf = (requests: number) => `Billed: ${plural(requests, 'request')} of the vehicle`
export const freePrice = 'Free: 1 request'
export const any = 'Any'
export const bodyField = 'Body (JSON)'
export const user = 'User ID (header)'
export const send = 'Send (1 request)'
export const read = (requests: number) => `Read (${plural(requests, 'request')})`
export const readTitle = 'Read the vehicle?'
export const sendVerb = (requests: number) => `Send (${plural(requests, 'request')})`
export const counts = 'This counts against the vehicle’s limit.'
export const sending = 'Sending…'
export const returned = (status: number) => `Returned ${status}.`
export const failed = 'Failed.'
export const notJson = 'Not valid JSON.'
export const otherBody = 'Not the body of this operation.'
export const switchedOff = 'Switched off on this server (CONFIG extensions).'
export const changePrice = 'Change: can’t be undone. Sent from its own page, where you confirm it.'
export const openConnection = 'Open the connection to remove it'
export const openUser = 'Open the user to remove them'
export const openSubscription = 'Open the subscription to remove it'
export const openForm = 'Open the form with these IDs'
export const missing = (names: string) => `Enter ${names} first.`
