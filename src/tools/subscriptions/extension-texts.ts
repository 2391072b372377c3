/** What is said of the service's own list of subscriptions: apart, as every page knows whether there is one. */
import { formatCount } from '../../ui/format'

export const noList = (status: number | undefined) =>
  `The service answered ${status} to GET /v3/subscriptions: it has no such list.`
export const works = (count: number | null | undefined) =>
  `It works: the service counts ${count == null ? 'an unknown number of' : formatCount(count)} subscriptions.`
