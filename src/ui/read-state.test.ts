/** How old a reading was when it was read: the same words wherever one stands. */
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Recorded } from './read-state'

const READ_AT = Date.UTC(2026, 10, 3, 12)
const textOf = (at: string | number | undefined) =>
  renderToString(createElement(Recorded, { at, readAt: READ_AT }))
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, '')
    .trim()

it.each([
  ['2026-11-01T08:00:00Z', /^Stale Recorded 2 d 4 h before you read it \(Nov 1, .*\)$/],
  ['2026-11-02T11:00:00Z', /^Stale Recorded 1 d 1 h before you read it/],
  ['2026-11-01T12:00:30Z', /^Stale Recorded 1 d 23 h before you read it/],
  ['2026-10-31T12:00:00Z', /^Stale Recorded 3 d before you read it/],
  ['2022-11-03T12:00:00Z', /^Stale Recorded 1,461 d before you read it/],
  ['2026-11-03T08:50:00Z', /^Recorded 3 h 10 min before you read it/],
  ['2026-11-03T11:52:10Z', /^Recorded 7 min 50 s before you read it/],
  ['2026-11-03T11:59:15Z', /^Recorded 45 s before you read it/],
  ['2026-11-03T11:59:59.500Z', /^Recorded as you read it/],
  ['2026-11-03T12:03:00Z', /^Recorded 3 min after you read it; the clocks differ/],
  [Date.UTC(2026, 10, 3, 11), /^Recorded 1 h before you read it/],
  [undefined, /^Recording time unknown$/],
  ['', /^Recording time unknown$/],
  ['lately', /^Recording time unknown \(Unknown time “lately”\)$/],
] as const)('%s', (at, words) => expect(textOf(at)).toMatch(words))
