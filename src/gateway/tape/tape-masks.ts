/**
 * What a recording never holds: tokens and other secrets wherever they appear, VINs, and the query of every link that
 * leads elsewhere than to the API, which is where owner links have their token. The same text is masked the same way
 * each time, so that a masked request still finds its masked response.
 */
import { maskLink, maskVin, maskVins } from '../../api/mask'
import { spellingsOf } from '../spellings'

const HIDDEN = '•••'
/** A token that says so by its form (RFC 7519), whoever’s it is. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g
/** A member or parameter of such a name holds a secret, whatever it is. */
const SECRET = /^(((access|refresh|id|bearer)[_-]?)?token|(client[_-]?)?secret|password|authorization|api[_-]?key)$/i
/** A text that is an address, and those within a sentence, with a query or without one, so that each is looked at once. */
const ADDRESS = /^(\s*(?:https?:)?\/[^?#\s]*)([?#].*)$/is
const ADDRESSES = /((?:https?:)?\/\/[^\s?#"'<>]+)([?#][^\s"'<>]*)?/gi
/** A link of a list to its other pages: its query says which, and holds no token. */
const OWN_PATH = /^\s*\/(?:[^/]+\/)*(?:v3|v2\.0)\//
/** Texts, numbers and marks of JSON. A text that is cut off goes to the end, so that each is looked at once. */
const PART = /"(?:[^"\\]+|\\.?)*(?:"|$)|-?\d[\d.eE+-]*|[{}[\],:]/gs

export interface Masks {
  text(text: string): string
  /** Of a request’s path, still encoded. */
  path(raw: string): string
  /** Of its query, still encoded, without the question mark. */
  query(raw: string): string
  /** JSON keeps every byte that is not masked. */
  body(text: string): string
}

/**
 * @param secrets those known by now; more may be added
 * @param hosts the addresses of the API
 */
export function createMasks(secrets: ReadonlySet<string> = new Set(), hosts: readonly string[] = []): Masks {
  let known: { size: number; spellings: readonly string[] } = { size: 0, spellings: [] }
  /** The longest first: of one that holds another nothing is left. */
  function spellings(): readonly string[] {
    if (known.size !== secrets.size) {
      const all = [...secrets].flatMap((secret) => (secret === '' ? [] : [...spellingsOf(secret), bytesOf(secret)]))
      known = { size: secrets.size, spellings: all.toSorted((a, b) => b.length - a.length) }
    }
    return known.spellings
  }
  const hide = (text: string): string =>
    spellings()
      .reduce((rest, one) => rest.replaceAll(one, HIDDEN), text)
      .replace(JWT, HIDDEN)
  const isOwn = (base: string) => OWN_PATH.test(base) || hosts.some((host) => base.startsWith(`${host}/v`))
  function link(base: string, behind: string | undefined): string {
    if (!behind) return base
    return isOwn(base) && behind.startsWith('?') ? `${base}?${query(behind.slice(1))}` : `${base}?…`
  }

  function text(given: string, name = ''): string {
    if (name === 'vin') return maskVin(given)
    if (SECRET.test(name)) return given && HIDDEN
    const open = hide(given)
    if (name === 'url') return maskVins(maskLink(open))
    const [, base, behind] = ADDRESS.exec(open) ?? []
    if (base !== undefined && behind !== undefined) return maskVins(link(base, behind))
    return maskVins(open.replace(ADDRESSES, (_, one: string, rest?: string) => link(one, rest)))
  }

  const encoded = (raw: string, name?: string) => {
    const open = decoded(raw)
    const masked = text(open, name)
    return masked === open ? raw : encodeURIComponent(masked.toWellFormed())
  }
  const path = (raw: string) =>
    hide(
      raw
        .split('/')
        .map((segment) => encoded(segment))
        .join('/'),
    )

  function parameter(raw: string): string {
    const [name = '', ...value] = raw.split('=')
    return value.length === 0 ? encoded(name) : `${encoded(name)}=${encoded(value.join('='), decoded(name))}`
  }
  const query = (raw: string): string => hide(raw.split('&').map(parameter).join('&'))

  /** Every text of JSON, as its key says; where nothing is masked it is left byte for byte. */
  function literals(json: string): string {
    const open: { isList: boolean; key: string | undefined }[] = []
    let isKey = false
    return json.replace(PART, (part) => {
      const at = open.at(-1)
      if (part === '{' || part === '[') open.push({ isList: part === '[', key: at?.key })
      if (part === '}' || part === ']') open.pop()
      if (/^[{}[\],:]$/.test(part)) {
        isKey = part === '{' || (part === ',' && open.at(-1)?.isList === false)
        return part
      }
      const { value, isOpen } = part.startsWith('"') ? textIn(part) : { value: part, isOpen: false }
      const masked = text(value, isKey ? undefined : at?.key)
      if (isKey && at) at.key = value
      isKey = false
      if (masked === value) return part
      return isOpen ? JSON.stringify(masked).slice(0, -1) : JSON.stringify(masked)
    })
  }

  return {
    text,
    path,
    query,
    body: (given) => (isJson(given) ? literals(given) : text(literals(given))),
  }
}

/** As it is read in a body that is no UTF-8, byte by byte. */
const bytesOf = (secret: string) => Buffer.from(secret).toString('latin1')

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

/** What a text of JSON says, and whether its end is missing; where it is none, its characters. */
function textIn(literal: string): { value: string; isOpen: boolean } {
  if (literal.length > 1 && literal.endsWith('"') && !literal.includes('\\'))
    return { value: literal.slice(1, -1), isOpen: false }
  const whole = parsed(literal)
  if (whole !== undefined) return { value: whole, isOpen: false }
  return { value: parsed(`${literal}"`) ?? literal.slice(1), isOpen: true }
}

function parsed(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal))
  } catch {
    return undefined
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
