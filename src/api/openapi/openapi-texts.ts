/** What the OpenAPI document says in words. */
import type { Host } from '../endpoint'

export const title = 'Connected-vehicle API'
export const about =
  'Vehicle data (version 2.0), connections, users and signal values (version 3), webhooks and subscriptions (version 3), on three hosts. ' +
  'What the API’s documentation doesn’t show is marked `x-assumed`: names of query parameters, some statuses and bodies. ' +
  '`x-effect` is what an operation costs: `free`, `billed` (counts against the vehicle’s limit) or `change` (can’t be undone). ' +
  '`x-price` is the number of requests it counts as. `x-gateway-codes` are errors of the Forecourt server, if the request is sent through it.'

export const hosts: Record<Host, string> = {
  vehicleData: 'Version 2.0 vehicle data API',
  vehicle: 'Version 3 vehicle API',
  management: 'Version 3 management API',
}
export const hostVariable = (host: Host) => `Address of the provider’s host: ${hosts[host]}`
export const throughServer =
  'Forecourt server: adds the token. Scripts send the header `x-forecourt: 1`; changes need the server’s own `Origin`.'
export const bearer = (host: Host) => `Access token: ${hosts[host]}`

export const billed = 'Counts against the vehicle’s request limit and may be billed.'
export const billedByPath = 'Each path counts as one request against the vehicle’s limit and may be billed.'
export const change = 'Can’t be undone.'
export const onlyIfOffered = (extension: string) =>
  `Not part of the documented API. Requires \`${extension}\` in \`extensions\` of \`CONFIG\`.`

export const kinds = {
  identifier: 'Matches the whole ID',
  search: 'Matches a part of the text, without regard to case',
  choice: 'Matches the value',
  page: 'Number of the page, from 1',
  size: 'Items of a page',
  user: 'The user whose reading is meant',
} as const

export const success = 'Success'
export const accepted = 'Accepted, with or without a body; any 2xx is success'
export const fromServerOnly = (status: string) => `${status} (from the Forecourt server only)`

export const consoleTitle = 'Forecourt server'
export const consoleAbout =
  'The addresses of the Forecourt server itself. `x-role` is the least role that may use an operation; `none` requires no sign-in. ' +
  'Scripts send the header `x-forecourt: 1`; other methods than GET need the server’s own `Origin`. ' +
  '`x-read-only: refused` marks operations that a server with `READ_ONLY` does not carry out.'
export const otherStatus = 'The same response'
export const consoleError = 'Refused or failed; `code` says why'
export const stream = 'Server-sent events'
export const file = 'A file'
export const page = 'A page, a file or a redirect'
