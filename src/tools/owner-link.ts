/** The link on which a vehicle's owner picks a battery capacity (2.7, 4.1 rule 5), built from what the service sent. */

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
  if (connectUrl === null)
    return { kind: 'inert', reason: 'No host for owner links is configured (CONNECT_URL), so it is text only.' }
  if (!URL.canParse(url) || /[\s\\]/.test(url)) return { kind: 'inert', reason: 'This is no address.' }
  const given = new URL(url)
  if (given.origin !== new URL(connectUrl).origin || given.username !== '' || given.password !== '')
    return { kind: 'inert', reason: `It does not lead to the configured host ${new URL(connectUrl).host}.` }
  const hash = url.indexOf('#')
  const [address, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const value = encodeURIComponent(redirectUri)
  const named = /([?&]redirect_uri)(=[^&]*)?(?=&|$)/
  if (named.test(address))
    return { kind: 'link', href: address.replace(named, (_, name) => `${name}=${value}`) + fragment }
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?'
  return { kind: 'link', href: `${address}${joint}redirect_uri=${value}${fragment}` }
}

/** True where only this computer can open the address. */
export function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { hostname } = new URL(uri)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}
