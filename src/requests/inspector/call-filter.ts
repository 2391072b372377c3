/** Which calls the inspector shows, and which of them failed alike. */
import { grouped } from '../../ui/grouped'
import { likenessOf } from '../alike'
import { type Call, isFailed } from './calls'

export type CallKind = 'all' | 'failed' | 'billed'

/** An empty text asks for nothing. */
export interface CallFilter {
  kind: CallKind
  host: string
  /** `2xx`, `4xx`, `5xx` or `none`: no answer. */
  status: string
  /** In the operation or the address. */
  operation: string
  /** In the body of the answer. */
  body: string
}
export const noFilter: CallFilter = { kind: 'all', host: '', status: '', operation: '', body: '' }

export const isBilled = ({ endpoint }: Call): boolean => endpoint.effect === 'billed'

const isOf: Readonly<Record<CallKind, (call: Call) => boolean>> = {
  all: () => true,
  failed: isFailed,
  billed: isBilled,
}

const has = (text: string | undefined, part: string) => text?.toLowerCase().includes(part.toLowerCase()) ?? false

export const fits = (call: Call, filter: CallFilter): boolean => {
  const { endpoint, address, status, text } = call
  return (
    isOf[filter.kind](call) &&
    (filter.host === '' || endpoint.host === filter.host) &&
    (filter.status === '' ||
      (filter.status === 'none' ? status === undefined : `${String(status)[0]}xx` === filter.status)) &&
    (filter.operation === '' || has(endpoint.operation, filter.operation) || has(address, filter.operation)) &&
    (filter.body === '' || has(text, filter.body))
  )
}

/** A line of the list. */
export interface CallLine {
  call: Call
  /** How many failed like it; 1 where none did. */
  alike: number
}

/**
 * Failures of the same host, status and code as one line, by the newest; the others of the one that is looked at follow it.
 * @param calls failed ones, the newest first
 */
export function groupFailures(calls: readonly Call[], chosen: number | undefined): CallLine[] {
  const groups = grouped(calls, ({ endpoint, status, error }) => `${endpoint.host} ${status} ${likenessOf(error)}`)
  return [...groups.values()].flatMap(([newest, ...rest]) => {
    const isOpen = newest.id === chosen || rest.some(({ id }) => id === chosen)
    const others = isOpen ? rest.map((call) => ({ call, alike: 1 })) : []
    return [{ call: newest, alike: 1 + rest.length }, ...others]
  })
}
