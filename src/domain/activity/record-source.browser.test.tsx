/** Where the records of a page come from, and how far back they go, in a line. */
import { expect, it } from 'vitest'
import type { ActivitySource } from '../../api/activity'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { ZoneProvider } from '../../ui/time'
import { RecordSource } from './record-source'

async function wordsOf(source: ActivitySource): Promise<string> {
  const { container } = await draw(
    <ConfigProvider value={pageConfig}>
      <ZoneProvider value="utc">
        <RecordSource source={source} />
      </ZoneProvider>
    </ConfigProvider>,
  )
  return (container.textContent ?? '').replace(/\s+/g, ' ')
}
const since = '2020-11-20T08:01:00.000Z'
const store = (more: Partial<ActivitySource> = {}): ActivitySource => ({ kind: 'store', since, keptDays: 400, ...more })

it('the store, with how many match and how long it keeps them', async () => {
  expect(await wordsOf(store({ count: { value: 1234, isExact: true }, unread: 0 }))).toBe(
    '1,234 records. From the team’s store since Nov 20, 2020, 08:01 UTC, kept for 400 days.',
  )
  expect(await wordsOf(store({ count: { value: 10_000, isExact: false }, keptDays: 1, unread: 2 }))).toBe(
    'At least 10,000 records. From the team’s store since Nov 20, 2020, 08:01 UTC, kept for 1 day. 2 lines couldn’t be read.',
  )
  expect(await wordsOf(store({ count: { value: 0, isExact: false } }))).toMatch(/^From the team’s store since/)
  expect(await wordsOf(store({ since: null }))).toBe('From the team’s store, kept for 400 days.')
})
it('the file, and that the store is behind or away', async () => {
  expect(await wordsOf({ kind: 'file', since })).toBe(
    'From this server’s file since Nov 20, 2020, 08:01 UTC. The store isn’t available or up to date.',
  )
  expect(await wordsOf({ kind: 'file', since: null })).toBe(
    'From this server’s file. The store isn’t available or up to date.',
  )
})
it('only what was done with the tokens of this browser', async () => {
  expect(await wordsOf(store({ since: null, isOfAccount: true }))).toBe(
    'From the team’s store, kept for 400 days. Only requests with the tokens that this browser uses: others require a sign-in.',
  )
})
