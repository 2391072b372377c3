/** Browsers translate the page's words, never what it quotes: the elements for that say so. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !path.includes('.test.'),
)

it('has translate="no" on each element of IDs, codes, keys, times and values', () => {
  const tags = files.flatMap((path) =>
    [...readFileSync(join('src', path), 'utf8').matchAll(/<(?:bdi|code|kbd|pre|time)(?=[\s>])[^>]*/g)].map(([tag]) => ({
      path,
      tag,
    })),
  )
  expect(tags.length).toBeGreaterThan(150)
  expect(tags.filter(({ tag }) => !tag.includes('translate="no"'))).toEqual([])
})

it('renders no <font>: a browser’s translation is known by it', () => {
  expect(files.filter((path) => readFileSync(join('src', path), 'utf8').includes('<font'))).toEqual([])
})
