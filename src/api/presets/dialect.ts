/** How a provider spells what the API's documentation leaves open, as plain data: a preset names it, the sandbox speaks it. */
import type { ParameterNames } from '../search'

export interface Dialect {
  /** Begins the names of its own headers: `{headerPrefix}-data-age`. */
  headerPrefix: string
  /** The header that proves a delivery; `{headerPrefix}-signature` by default. */
  signatureHeader: string
  signatureAlgorithm: 'sha256' | 'sha512'
  signatureEncoding: 'hex' | 'base64'
  /** Stands before a signature, such as `sha256=`; none by default. */
  signaturePrefix: string
  /** Its names of query parameters, by the names used here. */
  parameters: ParameterNames
  pageSizes: Partial<Record<PagedList, Partial<PageSizes>>>
  /** Operations that it has beyond the documented ones, as `CONFIG` names them. */
  extensions: readonly string[]
  /**
   * Where the page about an error stands, behind the address of its docs: `{page}` is the kind of error, and
   * `#{code}` is left out where the error has no code.
   */
  version3ErrorPage: string
  version2ErrorPage: string
  /** The shape of an error's body; the sandbox has a function for each. */
  version3ErrorBody: 'json-api' | 'problem'
  version2ErrorBody: 'typed' | 'plain'
}

export type PagedList = 'connections' | 'webhooks' | 'subscriptions' | 'signalValues'
export interface PageSizes {
  /** Where a request names none. */
  usual: number
  most: number
}

/** The sandbox's own, where nothing says another. */
export const SANDBOX_PREFIX = 'sb'

export const isHeaderPrefix = (text: string): boolean => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/.test(text)
export const HEADER_PREFIX_TAKES = 'letters, digits and inner hyphens, such as sc'
