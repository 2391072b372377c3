/** What a page will ask for, said in its first bytes: the files of its route. */

/** What Vite writes of a build, as far as it is used here. */
export type Manifest = Readonly<Record<string, Chunk>>

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: readonly string[]
  /** Loaded by the entry once the page is painted. */
  dynamicImports?: readonly string[]
  css?: readonly string[]
}

/** The router's chunk of a route's component, which may have the route's loader, too. */
const ROUTE = /^src\/routes\/(.*)\.tsx\?tsr-split=component(?:---loader)?$/

/**
 * @param basePath begins the addresses of files
 * @returns for a path, links that let the browser ask early; nothing where the address has no page
 */
export function createPreload(manifest: Manifest, basePath = ''): (path: string) => string {
  const closure = (key: string, found = new Set<string>()) => {
    if (found.has(key)) return found
    found.add(key)
    for (const next of manifest[key]?.imports ?? []) closure(next, found)
    return found
  }
  const linksTo = (keys: readonly string[]) => {
    const files = keys.map((key) => manifest[key])
    const styles = new Set(files.flatMap((chunk) => chunk?.css ?? []))
    return [
      ...files.map((chunk) => `<link rel="modulepreload" crossorigin href="${basePath}/${chunk?.file}">`),
      ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="${basePath}/${file}">`),
    ].join('')
  }
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const all = (keys: readonly string[]) => [...new Set(keys.flatMap((key) => [...closure(key)]))]
  const entries = new Set(all(entry))
  const started = all(entry.flatMap((key) => manifest[key]?.dynamicImports ?? [])).filter((key) => !entries.has(key))
  const startLinks = linksTo(started)
  const routes = Object.keys(manifest).flatMap((key) => {
    const route = ROUTE.exec(key)?.[1]
    if (route === undefined) return []
    const segments = route.split('/').filter((segment) => segment !== 'index')
    const links = linksTo([...closure(key)].filter((one) => !entries.has(one) && !started.includes(one)))
    return [{ segments, links }]
  })
  return (path) => {
    const asked = path.split('/').filter((segment) => segment !== '')
    const fits = routes.filter(
      ({ segments }) =>
        segments.length === asked.length &&
        segments.every((segment, index) => segment.startsWith('$') || segment === asked[index]),
    )
    // A name says more than a place for any: /x/signals before /x/$id.
    const [route] = fits.toSorted((a, b) => places(a.segments) - places(b.segments))
    return startLinks + (route?.links ?? '')
  }
}

const places = (segments: readonly string[]) => segments.filter((segment) => segment.startsWith('$')).length
