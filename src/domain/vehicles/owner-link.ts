/** The link on which a vehicle's owner picks a battery capacity (2.7, 4.1 rule 5), built from what the service sent. */

const noHost = 'CONNECT_URL is not set, so it is shown as text only.'
const noAddress = 'It is not a valid address.'
const otherHost = (host: string) => `It doesn’t lead to the configured host ${host}.`

export type OwnerLink =
  | { kind: 'link'; href: string }
  /** Shown as text only: it may lead anywhere. */
  | { kind: 'inert'; reason: string }

/**
 * Appends the redirect URI. The rest of the link stays letter by letter: an existing query, a hash, a trailing
 * `redirect_uri=`; a `redirect_uri` that is there already gets this value.
 * @param url as the service sent it: untrusted
 * @param connectUrl the one host that such a link may lead to, `{connect_url}`; null where none is configured
 */
export function ownerLink(url: string, redirectUri: string, connectUrl: string | null): OwnerLink {
  if (connectUrl === null) return { kind: 'inert', reason: noHost }
  if (!URL.canParse(url) || /[\s\\]/.test(url)) return { kind: 'inert', reason: noAddress }
  const given = new URL(url)
  if (given.origin !== new URL(connectUrl).origin || given.username !== '' || given.password !== '')
    return { kind: 'inert', reason: otherHost(new URL(connectUrl).host) }
  const hash = url.indexOf('#')
  const [address, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const value = encodeURIComponent(redirectUri)
  const mark = address.indexOf('?')
  const parts = mark < 0 ? [] : address.slice(mark + 1).split('&')
  const isRedirect = (part: string) => /^redirect_uri(=|$)/.test(part)
  const first = parts.findIndex(isRedirect)
  if (first >= 0) {
    // One way back only: what stood there gives way, and so does a second one.
    const query = parts.flatMap((part, index) =>
      index === first ? [`redirect_uri=${value}`] : isRedirect(part) ? [] : [part],
    )
    return { kind: 'link', href: `${address.slice(0, mark)}?${query.join('&')}${fragment}` }
  }
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?'
  return { kind: 'link', href: `${address}${joint}redirect_uri=${value}${fragment}` }
}

/** True where only this computer can open the address. */
export function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { hostname } = new URL(uri)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}
