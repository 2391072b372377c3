/** One control system: type, weight, corners, spacing and breakpoints come from one scale in every style sheet. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, css: readFileSync(join('src', path), 'utf8') }))

/** Each value of a property, with where it stands. */
const valuesOf = (property: RegExp) =>
  sheets.flatMap(({ path, css }) =>
    [...css.matchAll(new RegExp(`(?<![\\w-])(?:${property.source}):\\s*([^;]+);`, 'g'))].map(([, value = '']) => ({
      path,
      value,
    })),
  )

/** What stands outside the scale: a name for a test that fails. */
const outside = (property: RegExp, allowed: RegExp) =>
  valuesOf(property).flatMap(({ path, value }) => (allowed.test(value) ? [] : [`${path}: ${value}`]))

test('the sheets are found', () => {
  expect(sheets.length).toBeGreaterThan(40)
  expect(valuesOf(/font-size/).length).toBeGreaterThan(30)
})

test('type is 12, 13, 14, 16, 20, 24 or 32 px; code is in proportion to its words', () => {
  expect(outside(/font-size/, /^(0|12px|13px|14px|16px|20px|24px|32px|0\.93em|inherit)$/)).toEqual([])
})

test('weights are 400, 500 and 600', () => {
  expect(outside(/font-weight/, /^(400|500|600|inherit)$/)).toEqual([])
})

test('corners are 6 px for controls, 8 px for panels, 2 px for bars; or round', () => {
  expect(outside(/border-radius/, /^(0|2px|6px|8px|8px 8px 0 0|50%|inherit)$/)).toEqual([])
})

test('space is 4, 8, 12, 16, 24, 32 px or 48, with 1 and 2 px for what is within a line', () => {
  const steps =
    /^(-?(0|1px|2px|4px|8px|12px|16px|24px|32px|48px)|auto|-?[\d.]+(em|ch|%|vw|vh)|(calc|var|env|max|min)\(.*\)|inherit)$/
  const off = valuesOf(/gap|padding(?:-[a-z-]+)?|margin(?:-[a-z-]+)?/).flatMap(({ path, value }) =>
    value.split(/\s+(?![^(]*\))/).every((part) => steps.test(part)) ? [] : [`${path}: ${value}`],
  )
  expect(off).toEqual([])
})

test('breakpoints: a phone, a narrow window, one in which a table scrolls within itself, a wide one', () => {
  const widths = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/\((?:min|max)-width: (\d+)px\)/g)].flatMap(([, width]) =>
      ['640', '641', '900', '901', '1440', '1800'].includes(width ?? '') ? [] : [`${path}: ${width}`],
    ),
  )
  expect(widths).toEqual([])
})
