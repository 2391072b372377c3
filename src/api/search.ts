/**
 * Query strings, parsed and written in one place for router, client and gateway. Every value is a string and a
 * repeated key an array: `007`, `1e5` and 18 digits are identifiers, never numbers.
 */
import type * as z from 'zod/mini'

export type Search = Record<string, string | string[] | undefined>

/** Configured parameter names by default name (`CONFIG` `parameters`); the types use the defaults throughout. */
export type ParameterNames = Readonly<Record<string, string>>

/**
 * The names in force. Set once at start by `useParameterNames`, before anything is parsed; a name that is not in
 * it is an assumption that the pages say aloud.
 */
let configured: ReadonlyMap<string, string> = new Map()
let defaults: ReadonlyMap<string, string> = new Map()

export function setParameterNames(names: ParameterNames): void {
  configured = new Map(Object.entries(names))
  defaults = new Map(Object.entries(names).map(([name, used]) => [used, name]))
}

/** The name that the service knows a parameter by. */
export const parameterName = (name: string): string => configured.get(name) ?? name
/** True where the interface does not show the name and nobody configured it. */
export const isAssumedName = (name: string): boolean => !configured.has(name)

/** Reads a query string into default names. Never throws; broken escapes are read as the URL standard reads them. */
export function parseSearch(text: string): Search {
  const out: Search = Object.create(null)
  for (const [used, value] of new URLSearchParams(text)) {
    const name = defaults.get(used) ?? used
    const old = out[name]
    out[name] = old === undefined ? value : [old, value].flat()
  }
  return { ...out }
}

/** Percent-encodes, but leaves brackets and what else reads better raw as the interface's own links have it. */
const raw = (text: string) => encodeURIComponent(text).replace(/%(5B|5D|3A|2F|2C)/gi, decodeURIComponent)

/** Writes a query string, `?` included, with the configured names; empty for no parameters. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${raw(parameterName(name).toWellFormed())}=${raw(String(item).toWellFormed())}`),
  )
  return pairs.length ? `?${pairs.join('&')}` : ''
}

/**
 * A route's `validateSearch` from a schema. The order of the address is kept, so that the request's query is the
 * address bar's, byte for byte. The router merges unknown keys back into a match's search, so those that the
 * schema did not keep are named undefined.
 */
export const searchOf =
  <S extends z.ZodMiniType<object, Search>>(schema: S) =>
  (given: Search): z.output<S> => {
    const kept = schema.parse(given)
    return { ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])), ...kept }
  }
