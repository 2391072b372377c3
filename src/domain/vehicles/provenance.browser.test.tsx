/** Where a reading comes from: three moments, the time between them, and what is not known of them. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Answer } from '../../api/client'
import { draw } from '../../ui/browser-harness'
import { ZoneProvider } from '../../ui/time'
import { Provenance } from './reading-parts'

const READ_AT = Date.UTC(2026, 10, 23, 12)
const answerOf = (facts: Answer<unknown>['facts']): Answer<unknown> => ({
  value: {},
  raw: {},
  differences: [],
  status: 200,
  facts,
  receivedAt: READ_AT,
})

async function momentsOf(facts: Answer<unknown>['facts'], isTimed = false, width = 900) {
  await draw(
    <ZoneProvider value="utc">
      <div style={{ width }} data-testid="place">
        <Provenance answer={answerOf(facts)} isTimed={isTimed} />
      </div>
    </ZoneProvider>,
  )
  await expect.element(page.getByRole('list', { name: 'Where this reading comes from' })).toBeVisible()
  return page
    .getByRole('listitem')
    .elements()
    .map((moment) => moment.textContent.replace(/\s+/g, ' ').trim())
}

it.each([
  [
    { dataAge: '2026-11-20T08:00:00Z', fetchedAt: '2026-11-20T09:30:00Z' },
    [
      'Recorded Nov 20, 08:00 UTC Stale · 3 d 4 h before you read it; next: 1 h 30 min later',
      'Fetched Nov 20, 09:30 UTC; next: 3 d 2 h later',
      'Read Nov 23, 12:00 UTC',
    ],
  ],
  [
    { dataAge: '2026-11-23T11:59:59.900Z', fetchedAt: '2026-11-23T11:59:59.900Z' },
    [
      'Recorded Nov 23, 11:59 UTC As you read it; next: at once',
      'Fetched Nov 23, 11:59 UTC; next: at once',
      'Read Nov 23, 12:00 UTC',
    ],
  ],
  [
    { dataAge: '2026-11-23T12:03:00Z', fetchedAt: '2026-11-23T12:00:00Z' },
    [
      'Recorded Nov 23, 12:03 UTC 3 min after you read it; the clocks differ; next: 3 min earlier',
      'Fetched Nov 23, 12:00 UTC; next: at once',
      'Read Nov 23, 12:00 UTC',
    ],
  ],
  [{}, ['Recorded Not provided', 'Fetched Not provided', 'Read Nov 23, 12:00 UTC']],
  [
    { dataAge: '', fetchedAt: 'lately' },
    ['Recorded Not provided', 'Fetched Unknown time “lately”', 'Read Nov 23, 12:00 UTC'],
  ],
  [
    { dataAge: '-271821-04-20T00:00:00Z', fetchedAt: '99999999999999999999' },
    [/^Recorded .+ Stale · [\d,]+ d 12 h before you read it$/, /^Fetched Unknown time “9+”$/, 'Read Nov 23, 12:00 UTC'],
  ],
])('%j', async (facts, expected) => {
  const said = await momentsOf(facts)
  expect(said).toHaveLength(3)
  for (const [index, words] of expected.entries()) expect(said[index]).toMatch(words)
})

it('begins with the fetch where each value has a time of its own', async () => {
  expect(await momentsOf({ fetchedAt: '2026-11-23T11:00:00Z' }, true)).toEqual([
    'Fetched Nov 23, 11:00 UTC; next: 1 h later',
    'Read Nov 23, 12:00 UTC',
  ])
})

it('marks what is stale beside its color, and what is not known by its shape', async () => {
  await momentsOf({ dataAge: '2026-11-20T08:00:00Z' })
  const [recorded, fetched] = page.getByRole('listitem').elements()
  if (!recorded || !fetched) throw new Error('both are drawn')
  expect(recorded.textContent).toContain('Stale')
  expect(getComputedStyle(recorded, '::before').borderStyle).toBe('solid')
  expect(getComputedStyle(fetched, '::before').borderStyle).toBe('dashed')
})

it.each([900, 440, 296])('fits into %i px', async (width) => {
  await momentsOf({ dataAge: '2026-11-20T08:00:00Z', fetchedAt: '2026-11-20T09:30:00Z' }, false, width)
  expect(page.getByTestId('place').element().scrollWidth).toBeLessThanOrEqual(width)
})
