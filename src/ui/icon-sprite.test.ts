/** The page carries each icon that is drawn, and none that is not. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { iconNames } from './icon-names'
import { iconSprite } from './icon-sprite'

const source = fileURLToPath(new URL('..', import.meta.url))

it('the sprite has the mark and every named icon once, with a shape, and nothing else', async () => {
  const sprite = await iconSprite()
  const shapes = '(<[a-z]+( [\\w-]+="[^"<>]+")+/>)+'
  const symbol = (id: string, size: number) => `<symbol id="${id}" viewBox="0 0 ${size} ${size}">${shapes}</symbol>`
  const icon = symbol('i-[\\w-]+', 24)
  expect(sprite).toMatch(new RegExp(`^<svg display="none">${symbol('mark', 32)}(${icon})+</svg>$`))
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
