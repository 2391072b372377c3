/** What people read keeps to the console's words: none of the old ones is left in a text of the console. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
/** The rooms that the console is built from; `api` has the errors and the tables that Help shows. */
const rooms = ['api', 'ui', 'core', 'requests', 'changes', 'lists', 'domain', 'shell', 'routes']

const oldWords =
  /\b(hand(ed|s)? (it |them )?over|stands? (in|on|for|beside|above|under)|the service(’s|s)?(?! (history|record|provider))|the interface|look(ed|s|ing)? (at|again)|go(es|ing)? on|by itself|all the same|of theirs|whoever|nobody says|not told|what came back|was answered|answered with|it answers|wins over|under way|takes the role|answer(s|ed)?)\b/i

/** Every string with words in it, and every line of words between tags, without comments. */
function textsOf(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
  const quoted = bare.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []
  const between = bare.match(/^\s+(?:\{.*\} )?[A-Z][\w’,.;:()-]*(?: [\w’,.;:(){}-]+)+$/gm) ?? []
  const texts = [...quoted, ...between].map((text) => text.replace(/\$\{[^{}]*\}/g, '…'))
  return texts.filter((text) => /[a-z] [a-z]/i.test(text))
}

it('no text has a word of the old voice', () => {
  expect(oldWords.test('The service answers')).toBe(true)
  expect(oldWords.test('Service history')).toBe(false)
  expect(textsOf("const a = 'It stands in' // the service\n<p>\n  Look again later\n</p>")).toEqual([
    "'It stands in'",
    '  Look again later',
  ])
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|harness|fixtures/.test(file))
      .map((file) => join(room, file)),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    textsOf(readFileSync(join(root, file), 'utf8'))
      .filter((text) => oldWords.test(text))
      .map((text) => `${file}: ${text.trim().slice(0, 160)}`),
  )
  expect(found).toEqual([])
})
