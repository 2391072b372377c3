/** What came where the interface shows something else: its kind, and a little of it, with nothing in it that is masked elsewhere. */
import { maskedAt, maskSentence, maskVins } from '../../api/mask'

export const kinds = ['nothing', 'null', 'text', 'a number', 'true or false', 'a list', 'an object'] as const
export type Kind = (typeof kinds)[number]

export function kindOf(got: unknown): Kind {
  if (got === undefined) return 'nothing'
  if (got === null) return 'null'
  if (Array.isArray(got)) return 'a list'
  switch (typeof got) {
    case 'string':
      return 'text'
    case 'number':
      return 'a number'
    case 'boolean':
      return 'true or false'
    default:
      return 'an object'
  }
}

/** Characters of a text that are looked at, and those that are shown. */
const LOOKED_AT = 400
const SHOWN = 80
/** Names of an object that are shown, and characters of each. */
const NAMES = 6
const NAME = 24

/** Whatever reads as a credential, beside the queries of addresses. */
const CREDENTIALS =
  /eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?|\b(bearer|token|secret|password|api[_-]?key)(["']?\s*[:= ]\s*["']?)\S+/gi

const withoutCredentials = (text: string): string =>
  text.replace(CREDENTIALS, (_, word?: string, between?: string) => (word ? `${word}${between}…` : '…'))

/** One line, cut. What is cut in the middle is known to no mask: the word that the cut goes through is left out. */
export function short(text: string, most = SHOWN, mask = maskVins): string {
  const isLong = text.length > LOOKED_AT
  const head = isLong ? text.slice(0, LOOKED_AT).replace(/[A-Za-z0-9]*$/, '') : text
  const plain = mask(head)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
  return isLong || plain.length > most ? `${plain.slice(0, most).toWellFormed()}…` : plain
}

/**
 * A text in place of the value, empty where its kind says it all. Of an object only names are shown, of a list its length.
 * @param place where it stands: what stands under `vin` or `url` is masked as such
 */
export function exampleOf(place: string, got: unknown): string {
  switch (kindOf(got)) {
    case 'text':
      return short(String(got), SHOWN, (head) => withoutCredentials(maskSentence(String(maskedAt(place, head)))))
    case 'a number':
    case 'true or false':
      return short(String(maskedAt(place, got)))
    case 'a list':
      return `[${(got as unknown[]).length}]` // kindOf has said so
    case 'an object': {
      const names = Object.keys(got as object) // kindOf has said so
      const shown = names.slice(0, NAMES).map((name) => short(name, NAME))
      return `{${shown.join(', ')}${names.length > NAMES ? ', …' : ''}}`
    }
    default:
      return ''
  }
}
