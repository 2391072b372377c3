/** How the sandbox spells what the API's documentation leaves open: its own choices, and what a preset says otherwise. */
import { CONNECTIONS_DEFAULT_PAGE_SIZE } from '../api/connections'
import { type Dialect, type PagedList, type PageSizes, SANDBOX_PREFIX } from '../api/presets/dialect'
import { parseSearch, type Search } from '../api/search'
import { SUBSCRIPTIONS_DEFAULT_PAGE_SIZE } from '../api/subscriptions'
import { WEBHOOKS_MAX_PAGE_SIZE } from '../api/webhooks'

/** A dialect in which nothing is left open. */
export interface FullDialect extends Dialect {
  pageSizes: Record<PagedList, PageSizes>
}

/** Section 8 shows the default of connections and the bounds of webhooks; the others are this service's. */
const pageSizes: FullDialect['pageSizes'] = {
  connections: { usual: CONNECTIONS_DEFAULT_PAGE_SIZE, most: 100 },
  webhooks: { usual: 50, most: WEBHOOKS_MAX_PAGE_SIZE },
  subscriptions: { usual: SUBSCRIPTIONS_DEFAULT_PAGE_SIZE, most: 100 },
  signalValues: { usual: 10, most: 100 },
}

export function fullDialect(given: Partial<Dialect> = {}): FullDialect {
  const { headerPrefix = SANDBOX_PREFIX, signatureHeader = `${headerPrefix}-signature` } = given
  const { parameters = {}, extensions = [] } = given
  const { version3ErrorPage = '/errors/v3/{page}', version2ErrorPage = '/errors/v2.0/{page}' } = given
  const { version3ErrorBody = 'json-api', version2ErrorBody = 'typed' } = given
  const sizesOf = (list: PagedList): PageSizes => ({
    usual: given.pageSizes?.[list]?.usual ?? pageSizes[list].usual,
    most: given.pageSizes?.[list]?.most ?? pageSizes[list].most,
  })
  const { signatureAlgorithm = 'sha256', signatureEncoding = 'hex', signaturePrefix = '' } = given
  return {
    ...{
      headerPrefix,
      signatureHeader,
      signatureAlgorithm,
      signatureEncoding,
      signaturePrefix,
      parameters,
      extensions,
    },
    ...{ version3ErrorPage, version2ErrorPage, version3ErrorBody, version2ErrorBody },
    pageSizes: {
      connections: sizesOf('connections'),
      webhooks: sizesOf('webhooks'),
      subscriptions: sizesOf('subscriptions'),
      signalValues: sizesOf('signalValues'),
    },
  }
}

/** The name that a parameter has in a dialect. */
export const spelled = (name: string, { parameters }: Pick<Dialect, 'parameters'>): string =>
  Object.hasOwn(parameters, name) ? (parameters[name] ?? name) : name

/**
 * A query by the names used here. One of these that is spelled otherwise in the dialect is unknown to it; those that are
 * spelled alike all have the value.
 */
export function readQuery(text: string, { parameters }: Pick<Dialect, 'parameters'>): Search {
  const named = Object.entries(parameters)
  return Object.fromEntries(
    Object.entries(parseSearch(text)).flatMap(([used, value]) => {
      const meant = named.flatMap(([name, spelling]) => (spelling === used ? name : []))
      return [...meant, ...(Object.hasOwn(parameters, used) ? [] : [used])].map((name) => [name, value])
    }),
  )
}

/** The address of the page about an error. @param template the dialect's */
export function errorPage(template: string, docs: string, page: string, code?: string | null): string {
  const fragment = code ? `#${code.toLowerCase().replaceAll('_', '-')}` : ''
  return `${docs}${template.replace('{page}', page).replace('#{code}', fragment)}`
}

/** Reads the kind of error from the path of a page about it; undefined where there is no such page. */
export function errorKindOf(path: string, { version3ErrorPage, version2ErrorPage }: Dialect): string | undefined {
  for (const template of [version3ErrorPage, version2ErrorPage]) {
    const [before = '', after = ''] = template.replace(/#.*/, '').split('{page}')
    if (!path.startsWith(before) || !path.endsWith(after)) continue
    const page = path.slice(before.length, path.length - after.length)
    if (/^[a-z-]{1,60}$/.test(page)) return page
  }
  return undefined
}
