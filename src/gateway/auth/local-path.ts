/** Where to go after sign-in: an address of this console, whatever was asked for. */

/** What a browser may read as the start of another host, and what a header or an attribute cannot carry. */
const leadsAway = (path: string) => /^\/[/\\]|\/\/|\\/.test(path) || /\p{Cc}/u.test(path)

/** The longest address that is led back to. It travels in a cookie, beside what sign-in needs. */
const MOST = 1500

/** @returns the path as the browser is sent there, pure ASCII; `/` where it leads elsewhere or to no page */
export function localPath(asked: string | undefined, origin: string): string {
  if (asked === undefined || asked.length > MOST || !asked.startsWith('/') || /\p{Cc}/u.test(asked)) return '/'
  const [path = ''] = asked.split(/[?#]/)
  if (leadsAway(path) || asked.includes('\\') || leadsAway(decoded(path)) || !URL.canParse(asked, origin)) return '/'
  const url = new URL(asked, origin)
  if (url.origin !== origin || leadsAway(url.pathname)) return '/'
  // Not a page, or one that would begin the sign-in anew; and never a longer one than was asked for.
  if (/^\/(api|session|auth)(\/|$)/i.test(url.pathname) && url.pathname !== '/auth/done') return '/'
  const local = url.pathname + url.search + url.hash
  return local.length > MOST ? '/' : local
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
