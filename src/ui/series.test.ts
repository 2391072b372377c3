/** The colors of lines: seen against the surface in both schemes, and told apart by those who see fewer colors. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MOST_SERIES, seriesDash } from './series'

type Rgb = readonly [number, number, number]

const sheets = ['console', 'series'].map((name) => readFileSync(`src/ui/${name}.css`, 'utf8')).join('\n')
/** The roles of one scheme, by name. */
const rolesOf = (selector: string): Record<string, string> =>
  Object.fromEntries(
    sheets
      .split('\n}')
      .filter((block) => block.includes(`${selector} {`))
      .flatMap((block) =>
        [...block.matchAll(/(--[\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, value]) => [name, value]),
      ),
  )

const linear = (hex: string): Rgb => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((one) => one + one) : (hex.slice(1).match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = digits.map((digit) => {
    const share = Number.parseInt(digit, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}
const dot = (row: Rgb, color: Rgb) => row[0] * color[0] + row[1] * color[1] + row[2] * color[2]
const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], linear(hex))
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Machado, Oliveira and Fernandes (2009), full severity. */
const kinds: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
/** In CIELAB: about 2.3 is the least that anybody sees. */
function seen(hex: string, [r, g, b]: readonly [Rgb, Rgb, Rgb]): Rgb {
  const light = linear(hex)
  const [red, green, blue] = [r, g, b].map((row) => Math.max(0, Math.min(1, dot(row, light))))
  const color: Rgb = [red ?? 0, green ?? 0, blue ?? 0]
  const root = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = root(dot([0.4124, 0.3576, 0.1805], color) / 0.95047)
  const y = root(dot([0.2126, 0.7152, 0.0722], color))
  const z = root(dot([0.0193, 0.1192, 0.9505], color) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const LEAST_APART = 15

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-mantine-color-scheme="dark"]'],
])('%s', (_, selector) => {
  const roles = rolesOf(selector)
  const series = Array.from({ length: MOST_SERIES }, (_, index) => roles[`--series-${index + 1}`] ?? '')
  const surface = roles['--surface'] ?? ''
  it('has eight, at least 3:1 against the surface', () => {
    expect(surface).toMatch(/^#/)
    for (const color of series) expect(contrast(color, surface), color).toBeGreaterThanOrEqual(3)
  })
  it.each(Object.entries(kinds))('are told apart: %s', (_, matrix) => {
    for (const [index, one] of series.entries())
      for (const other of series.slice(index + 1)) {
        const [a, b] = [seen(one, matrix), seen(other, matrix)]
        const apart = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
        expect(apart, `${one} ${other}`).toBeGreaterThan(LEAST_APART)
      }
  })
})

it('no two lines have the same dashes', () => {
  const all = Array.from({ length: MOST_SERIES }, (_, index) => seriesDash(index).join(' '))
  expect(new Set(all).size).toBe(MOST_SERIES)
})
