/** A path as a batch takes it (2.12, 4.1): relative to the vehicle, of one GET read, and nothing that leads elsewhere. */
import { isSameId } from './same-id'

export type PathProblem =
  | 'empty'
  | 'long'
  | 'characters'
  | 'host'
  | 'hash'
  | 'queries'
  | 'otherVehicle'
  | 'version'
  | 'nested'
  | 'hidden'
  | 'escaped'
  | 'brokenEscape'
  | 'up'
  | 'slashes'
  | 'query'
  | 'queryUp'
type ReadPath = { path: string } | { problem: PathProblem }

/** Longer than this no read is known to be, in characters. */
const MOST = 500
/** What may stand in a query, beside percent escapes. */
const QUERY = /^[\w.~!$&'()*+,;=:@%/[\]-]*$/
/** Letters, digits and signs that no address needs to escape (RFC 3986, 2.3): another spelling of the same path. */
const ESCAPED = /%(25)*(2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i

/**
 * @param vehicleId the vehicle that the batch is for: its own address before a path is taken off
 * @returns the path as it is sent, e.g. `/odometer`, or why it cannot be
 */
export function readPath(given: string, vehicleId?: string): ReadPath {
  const text = given.trim()
  if (text === '') return { problem: 'empty' }
  if (text.length > MOST) return { problem: 'long' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f-\u00a0\\]/.test(text) || !text.isWellFormed()) return { problem: 'characters' }
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//')) return { problem: 'host' }
  if (text.includes('#')) return { problem: 'hash' }
  const [head = '', ...queries] = text.split('?')
  if (queries.length > 1) return { problem: 'queries' }
  return withQuery(ofThisVehicle(head, vehicleId), queries[0])
}

/** The path alone, relative to the vehicle. */
function ofThisVehicle(head: string, vehicleId: string | undefined): ReadPath {
  const problem = problemOf(head)
  if (problem) return { problem }
  const path = `/${head.replace(/^\//, '')}`.replace(/(.)\/$/, '$1')
  const addressed = /^(?:\/v2\.0)?\/vehicles\/([^/]+)(\/.*)?$/i.exec(path)
  if (addressed) {
    const [, id = '', rest = '/'] = addressed
    if (!isSameId(decodeURIComponent(id), vehicleId)) return { problem: 'otherVehicle' }
    return ofThisVehicle(rest, undefined)
  }
  if (ESCAPED.test(path)) return { problem: 'escaped' }
  if (/^\/v\d+(\.\d+)?(\/|$)/i.test(path)) return { problem: 'version' }
  if (/^\/batch$/i.test(path)) return { problem: 'nested' }
  return { path }
}

function problemOf(head: string): PathProblem | undefined {
  if (/%(25)*(2f|5c|3f|23|00)/i.test(head)) return 'hidden'
  let plain = head
  try {
    for (let before = ''; before !== plain; ) {
      before = plain
      plain = decodeURIComponent(plain)
    }
  } catch {
    return 'brokenEscape'
  }
  if (/\p{Cc}/u.test(plain)) return 'characters'
  if (/(^|\/)\.\.?([;/]|$)/.test(plain)) return 'up' // before a path parameter, too
  if (plain.includes('//')) return 'slashes'
  return undefined
}

function withQuery(read: ReadPath, query: string | undefined): ReadPath {
  if ('problem' in read || !query) return read
  if (!QUERY.test(query) || /%(?![0-9a-f]{2})/i.test(query) || /%(25)*([01][\da-f]|7f|23)/i.test(query))
    return { problem: 'query' }
  if (/(^|[/=])\.\.(\/|$|&)/.test(query)) return { problem: 'queryUp' }
  return { path: `${read.path}?${query}` }
}
