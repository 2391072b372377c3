/** Times by themselves: how they are shown, how they move on, and what is told in full of what is drawn shorter. */
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from './browser-harness'
import { FirstRenderProvider } from './first-render'
import { formatInstant } from './format'
import { tellInFull } from './in-full'
import { Time, ZoneNote, ZoneProvider } from './time'
import { useNow } from './use-now'

const NOW = Date.UTC(2026, 6, 1, 12)
const MINUTE = 60_000
const time = () => page.getByRole('time')
const fake = { now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] } satisfies Parameters<
  typeof vi.useFakeTimers
>[0]

beforeAll(tellInFull)
beforeEach(() => void vi.useFakeTimers(fake))
afterEach(() => void vi.useRealTimers())

describe('a time', () => {
  it.each([
    ['utc', 'Jul 1, 10:30 UTC'],
    ['local', 'Jul 1, 12:30 GMT+2'], // the browser's own, as it is set up
    ['relative', '1h ago'],
  ] as const)('is shown in the zone that was chosen: %s', async (zone, said) => {
    await draw(
      <ZoneProvider value={zone}>
        <Time value="2026-07-01T10:30:00Z" />
      </ZoneProvider>,
    )
    await expect.element(time()).toHaveTextContent(said)
    await expect.element(time()).toHaveAttribute('datetime', '2026-07-01T10:30:00.000Z')
  })
  it.each(['2026-07-01T10:30:00', '2026-07-01 10:30'])('without a zone is in UTC: %s', async (value) => {
    await draw(
      <ZoneProvider value="utc">
        <Time value={value} />
      </ZoneProvider>,
    )
    await expect.element(time()).toHaveTextContent('Jul 1, 10:30 UTC')
    await expect.element(time()).toHaveAttribute('datetime', '2026-07-01T10:30:00.000Z')
  })
  it.each([
    ['a day', '2026-03-01', false],
    ['a day in a field of days', '2026-03-01', true],
    ['midnight in a field of days', '2026-03-01T00:00:00.000Z', true],
    ['midnight elsewhere in a field of days', '2026-03-01T00:00:00-08:00', true],
  ])('is the same day in every zone: %s', async (_, value, mayBeDay) => {
    for (const zone of ['utc', 'local', 'relative'] as const) {
      const { unmount } = await draw(
        <ZoneProvider value={zone}>
          <Time value={value} mayBeDay={mayBeDay} />
        </ZoneProvider>,
      )
      await expect.element(time()).toHaveTextContent(/^Mar 1$/)
      await expect.element(time()).toHaveAttribute('datetime', '2026-03-01')
      await unmount()
    }
  })
  it.each([
    ['yesterday', 'Unknown time “yesterday”'],
    [null, 'Not provided'],
  ])('that is none stands as it was sent: %s', async (value, said) => {
    await draw(<Time value={value} />)
    await expect.element(page.getByText(said)).toBeVisible()
    expect(document.querySelector('time')).toBeNull()
  })
  it.each([
    ['winter', '2026-01-10T12:00Z', 'Jan 10, 13:00 GMT+1'],
    ['summer', '2026-07-10T12:00Z', 'Jul 10, 14:00 GMT+2'],
    // The hour that occurs twice is told apart by its zone.
    ['the first of two', '2026-10-25T00:30Z', 'Oct 25, 02:30 GMT+2'],
    ['the second of two', '2026-10-25T01:30Z', 'Oct 25, 02:30 GMT+1'],
    ['another year in UTC', '2026-12-31T23:30Z', 'Jan 1, 2027, 00:30 GMT+1'],
  ])('has the zone of its own day where clocks change: %s', async (_, value, said) => {
    await draw(<Time value={value} />)
    await expect.element(time()).toHaveTextContent(said)
  })
  it('in words moves on with the clock', async () => {
    await draw(
      <ZoneProvider value="relative">
        <Time value={NOW - 2 * MINUTE} />
      </ZoneProvider>,
    )
    await expect.element(time()).toHaveTextContent('2m ago')
    vi.advanceTimersByTime(MINUTE)
    await expect.element(time()).toHaveTextContent('3m ago')
    vi.advanceTimersByTime(57 * MINUTE)
    await expect.element(time()).toHaveTextContent('1h ago')
  })
  it('in a list is its age, which moves on, with the date for those who listen', async () => {
    await draw(
      <ZoneProvider value="utc">
        <Time value={NOW - 2 * MINUTE} isAge />
      </ZoneProvider>,
    )
    await expect.element(time()).toHaveTextContent('2m Jul 1, 11:58 UTC')
    expect(time().element()).toHaveAttribute('data-short', '2m')
    vi.advanceTimersByTime(MINUTE)
    await expect.element(time()).toHaveTextContent('3m Jul 1, 11:58 UTC')
    await time().hover()
    await expect
      .element(time())
      .toHaveAttribute('title', `Jul 1, 11:58 UTC · ${formatInstant(NOW - 2 * MINUTE, 'local', NOW)}`)
  })
  it('below a header that says its zone does not say it again', async () => {
    await draw(
      <ZoneProvider value="utc">
        <ZoneNote />
        <Time value={NOW} isBare isExact />
      </ZoneProvider>,
    )
    await expect.element(page.getByText('(UTC)')).toBeVisible()
    expect(time().element().textContent).toBe('Jul 1, 12:00:00')
  })
  it('that does not change with the clock needs none', async () => {
    const { drawAgain } = await draw(<Time value={NOW} />)
    await expect.element(time()).toBeVisible()
    const before = vi.getTimerCount()
    await drawAgain(
      <ZoneProvider value="relative">
        <Time value={NOW} />
      </ZoneProvider>,
    )
    expect(vi.getTimerCount()).toBe(before + 1)
  })
})

describe('a server-rendered time', () => {
  const part = (zone: 'utc' | 'local') => (
    <FirstRenderProvider value={{ at: NOW, onHydrated: () => {} }}>
      <ZoneProvider value={zone}>
        <Time value={NOW - 2 * MINUTE} isAge />
      </ZoneProvider>
    </FirstRenderProvider>
  )
  it('is hydrated with the server’s time, and then shows the browser’s', async () => {
    const { unmount } = await draw(part('utc'))
    await expect.element(time()).toHaveTextContent('2m Jul 1, 11:58 UTC')
    const container = document.createElement('section')
    container.append(time().element().cloneNode(true))
    await unmount()
    document.body.append(container)
    vi.setSystemTime(NOW + 3 * MINUTE)
    const onRecoverableError = vi.fn()
    const root = hydrateRoot(container, part('utc'), { onRecoverableError })
    onTestFinished(() => {
      root.unmount()
      container.remove()
    })
    await expect.element(time()).toHaveTextContent('5m Jul 1, 11:58 UTC')
    expect(onRecoverableError).not.toHaveBeenCalled()
    root.render(part('local'))
    await expect.element(time()).toHaveTextContent('5m Jul 1, 13:58 GMT+2')
  })
})

describe('what follows from the time', () => {
  const drawn = vi.fn()
  function Age({ everyMs }: { everyMs: number }) {
    const minutes = useNow(everyMs, (now) => Math.floor((now - NOW) / MINUTE))
    drawn(minutes)
    return <p>{minutes} min</p>
  }
  beforeEach(() => drawn.mockClear())

  it('is drawn anew only where it has become something else', async () => {
    await draw(<Age everyMs={1000} />)
    await expect.element(page.getByText('0 min')).toBeVisible()
    drawn.mockClear()
    vi.advanceTimersByTime(59_000)
    expect(drawn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    await expect.element(page.getByText('1 min')).toBeVisible()
    expect(drawn.mock.calls).toEqual([[1]])
  })
  it('needs no timer once it is gone', async () => {
    const { drawAgain } = await draw(<p>before</p>)
    const before = vi.getTimerCount()
    await drawAgain(<Age everyMs={1000} />)
    await expect.element(page.getByText('0 min')).toBeVisible()
    expect(vi.getTimerCount()).toBe(before + 1)
    await drawAgain(<p>after</p>)
    expect(vi.getTimerCount()).toBe(before)
  })
})

describe('what is drawn shorter', () => {
  const tip = () => page.getByRole('tooltip')
  const zones = ['utc', 'local'] as const
  const inFull = zones.map((zone) => formatInstant(NOW - 2 * MINUTE, zone, NOW)).join(' · ')
  const table = (
    <ZoneProvider value="relative">
      <table>
        <thead>
          <tr>
            <th>ID</th>
            <th>Created</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <a href="#car-1">car-1</a>
            </th>
            <td>
              <Time value={NOW - 2 * MINUTE} />
            </td>
          </tr>
        </tbody>
      </table>
    </ZoneProvider>
  )
  it('is told in full while it has the focus, as its description too, until Escape', async () => {
    await draw(
      <ZoneProvider value="relative">
        <Time value={NOW - 2 * MINUTE} />
      </ZoneProvider>,
    )
    await expect.element(time()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(time()).toHaveFocus()
    await expect.element(tip()).toHaveTextContent(inFull)
    await expect.element(time()).toHaveAccessibleDescription(inFull)
    await userEvent.keyboard('{Escape}')
    await expect.element(tip()).not.toBeInTheDocument()
    await expect.element(time()).not.toHaveAttribute('aria-describedby')
  })
  it('in a row is told with its column’s name where the row’s link has the focus', async () => {
    await draw(table)
    await expect.element(time()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    const link = page.getByRole('link', { name: 'car-1' })
    await expect.element(link).toHaveFocus()
    await expect.element(link).toHaveAccessibleDescription(`Created: ${inFull}`)
    link.element().blur()
    await expect.element(tip()).not.toBeInTheDocument()
  })
  it('is its title where it is pointed at, true to the minute', async () => {
    await draw(table)
    await time().hover()
    await expect.element(time()).toHaveAttribute('title', inFull)
  })
})
