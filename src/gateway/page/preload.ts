/** What a page will ask for, said in its first bytes: the files of its route, and the first request of a list. */
import { connectionFilters, connections } from '../../api/connections'
import { hosts } from '../../api/endpoint'
import { type ParameterNames, parseSearch, stringifySearch } from '../../api/search'

/** What Vite writes of a build, as far as it is used here. */
export type Manifest = Readonly<
  Record<string, { file: string; isEntry?: boolean; imports?: readonly string[]; css?: readonly string[] }>
>

/** Where the router keeps what a route draws. */
const ROUTE = /^src\/routes\/(.*)\.tsx\?tsr-split=component$/

/** The lists whose first request is their address's own query, and how the page mends it. */
const lists: Readonly<Record<string, { endpoint: typeof connections.list; filters: typeof connectionFilters }>> = {
  '/connections': { endpoint: connections.list, filters: connectionFilters },
}

/**
 * @param parameters the configured parameter names: an address that uses one is left to the page itself
 * @returns for a path, its query and whether data may be asked for, links that let the browser ask early; nothing where the address has no page
 */
export function createPreload(
  manifest: Manifest,
  parameters: ParameterNames,
): (path: string, search: string, mayAsk?: boolean) => string {
  const closure = (key: string, found = new Set<string>()) => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of manifest[key]?.imports ?? []) closure(next, found)
    return found
  }
  const entries = new Set(Object.keys(manifest).flatMap((key) => (manifest[key]?.isEntry ? [...closure(key)] : [])))
  const routes = Object.keys(manifest).flatMap((key) => {
    const route = ROUTE.exec(key)?.[1]
    if (route === undefined) return []
    const segments = route.split('/').filter((segment) => segment !== 'index')
    const files = [...closure(key)].filter((one) => !entries.has(one)).map((one) => manifest[one])
    const styles = new Set(files.flatMap((chunk) => chunk?.css ?? []))
    const links = [
      ...files.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk?.file}">`),
      ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ].join('')
    return [{ segments, links }]
  })
  return (path, search, mayAsk = true) => {
    const asked = path.split('/').filter((segment) => segment !== '')
    const fits = routes.filter(
      ({ segments }) =>
        segments.length === asked.length &&
        segments.every((segment, index) => segment.startsWith('$') || segment === asked[index]),
    )
    // A name says more than a place for any: /x/signals before /x/$id.
    const [route] = fits.toSorted((a, b) => places(a.segments) - places(b.segments))
    if (!route) return ''
    return (mayAsk ? firstRequest(`/${asked.join('/')}`, search, parameters) : '') + route.links
  }
}

const places = (segments: readonly string[]) => segments.filter((segment) => segment.startsWith('$')).length

/** Mode and credentials are those of the console's own `fetch`: only then is the early answer its answer. */
function firstRequest(path: string, search: string, parameters: ParameterNames): string {
  const list = lists[path]
  if (!list) return ''
  const query = parseSearch(search)
  const mended: Record<string, string | undefined> = list.filters.search(query)
  // Any other address is left to the page itself.
  const isPlain = Object.entries(query).every(
    ([name, value]) => name in list.filters.query.shape && !(name in parameters) && value === mended[name],
  )
  if (!isPlain) return ''
  const address = hosts[list.endpoint.host] + list.endpoint.path + stringifySearch(query)
  const href = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${href}">`
}
