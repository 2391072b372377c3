/** What is written where a difference has no name of its own, and what came in its place. */
import type { Kind } from './example'

export const status = 'HTTP status'
export const body = '(the body)'
const kinds: Readonly<Record<Kind, string>> = {
  nothing: 'nothing',
  null: 'null',
  text: 'text',
  'a number': 'a number',
  'true or false': 'true or false',
  'a list': 'a list',
  'an object': 'an object',
}
export const came = (kind: Kind, count: number) => `${kinds[kind]} ${count}`
