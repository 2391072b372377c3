/** What a cookie is called: over https by a prefix that no other site of the domain, and nothing in the clear, can set. */

/** @returns the name of RFC 6265bis, 4.1.3: bound to this host where the path is `/`, else to https alone */
export function cookieName(name: string, isSecure: boolean, path = '/'): string {
  if (!isSecure) return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}
