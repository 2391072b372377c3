/**
 * The base path of the console (`BASE_PATH`) in the browser. Paths within the console are written without it everywhere: the
 * router adds it to its links, `fetchOwn` to requests, and {@link ownAddress} to addresses that the browser itself follows.
 */

/** In a browser the page names it in its first line, because scripts need it before they read the configuration. */
let basePath = globalThis.document?.documentElement.dataset.basePath ?? ''

/** Called by the server before it renders a page. */
export function setBasePath(path: string): void {
  basePath = path
}

/** Empty at the root. */
export const getBasePath = (): string => basePath

/** The address of a path within the console, as the browser requests it: for `href`, `action`, `location` and history. */
export const ownAddress = (path: string): string => basePath + path

/** The path within the console of an address that the browser is at. */
export function ownPath(pathname: string): string {
  if (pathname === basePath) return '/'
  return basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
}

/** The name of something that all pages of this origin share, such as an entry of its storage. */
export const ownName = (name: string): string => (basePath === '' ? name : `${basePath} ${name}`)
