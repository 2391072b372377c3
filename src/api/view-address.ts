/** The limits of a saved view: a short name, and the address of one of the console's pages. */

export const MOST_VIEWS = 200
export const MOST_NAME = 80
export const MOST_ADDRESS = 4000

/** Path and query on this console, nothing before and nothing behind: what somebody else wrote leads nowhere else. */
export const isLocal = (text: string): boolean => {
  if (!/^\/(?![/\\])/.test(text) || /[\p{Cc}\\#]/u.test(text) || text.length > MOST_ADDRESS) return false
  return (
    URL.canParse(text, 'http://console.invalid') && new URL(text, 'http://console.invalid').host === 'console.invalid'
  )
}

const id = '[^/]+'
/** As the router matches them. */
const pages = [
  '',
  'activity',
  'connections',
  `connections/${id}`,
  'deliveries',
  'deliveries/\\d+', // what else is below it is the server's
  'deprecations',
  'help',
  'help/api',
  'jobs',
  `jobs/${id}`,
  'return/battery-capacity',
  'settings',
  'settings/data',
  'signals',
  'subscriptions',
  `subscriptions/${id}`,
  'users',
  `users/${id}`,
  `(connections|subscriptions|users)/${id}/remove(/${id})?`,
  'vehicles',
  `vehicles/${id}`,
  `vehicles/${id}/(batch|battery|service|signals|system-status|trouble-codes|vin)`,
  `vehicles/${id}/signals/${id}`,
  'webhooks',
  `webhooks/${id}`,
]
const page = new RegExp(`^/(${pages.join('|')})/?$`, 'i')

/** True if the address is that of a page, and not of something else that the server responds to. */
export const isPage = (text: string): boolean =>
  isLocal(text) && page.test(new URL(text, 'http://console.invalid').pathname)
