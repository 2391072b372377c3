/** The page carries each icon that is drawn, and none that is not. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { iconNames } from './icon-names'
import { iconSprite } from './icon-sprite'

const source = fileURLToPath(new URL('..', import.meta.url))

it('the sprite has every named icon once, with a shape, and nothing else', async () => {
  const sprite = await iconSprite()
  expect(sprite).toMatch(
    /^<svg display="none">(<symbol id="i-[\w-]+" viewBox="0 0 24 24">(<[a-z]+( [\w-]+="[^"<>]+")+\/>)+<\/symbol>)+<\/svg>$/,
  )
  const ids = [...sprite.matchAll(/ id="i-([\w-]+)"/g)].map(([, name]) => name)
  expect(ids).toEqual([...iconNames])
  expect(new Set(ids).size).toBe(ids.length)
  expect(sprite).not.toMatch(/ (key|style)=/)
})

it('every named icon is drawn somewhere', () => {
  const parts = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/icon-names|\.test\./.test(file),
  )
  const code = parts.map((file) => readFileSync(join(source, file), 'utf8')).join('\n')
  expect(iconNames.filter((name) => !new RegExp(`['"]${name}['"]`).test(code))).toEqual([])
})
