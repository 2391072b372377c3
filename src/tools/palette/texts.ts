/** The texts of “Jump to…”. */
import { formatCount } from '../../ui/format'

export const jump = 'Jump to'
export const example = 'A page, an id, a link of the API, a name'
export const whereTo = 'Where to'
export const nothingFound = 'Nothing by that name. An id of three characters or more opens as what it is.'

// What an entry is
export const open = (address: string) => `Open ${address}`
export const openAs = (id: string, kind: string) => `Open ${id} as ${kind}`
export const looked = (kind: string, id: string) => `${kind} ${id}`
export const link = 'link of the API'
export const overfullLink = (most: number) =>
  `link of the API with too many parameters: the first ${formatCount(most)} are used`
export const page = 'page'
export const lookedAt = 'looked at'
export const savedView = 'saved view'
export const onThisPage = 'on this page'
export const id = 'id'
export const connection = 'connection'
export const user = 'user'
export const vehicle = 'vehicle'
export const webhook = 'webhook'
export const subscription = 'subscription'
