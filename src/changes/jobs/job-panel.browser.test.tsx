/** The panel of a job by itself: how far it is, what can be done about it, and what is drawn again as it goes on. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nextAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { JobPanel } from './job-panel'
import { startJob } from './jobs'
import { type Answer, handJob } from './jobs-harness'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const details = () => button('Details of a job')
const items = () => page.getByRole('table', { name: 'Items of a job' })
const stateOf = (key: string) => items().getByRole('row', { name: key }).getByRole('cell').first()
const status = () => page.getByRole('status')
/** Until what has happened is drawn. */
const drawn = () => vi.advanceTimersByTimeAsync(100)

async function panel(count: number) {
  const job = handJob(count)
  await draw(<JobPanel />)
  await details().click()
  return {
    ...job,
    /** Answers what was sent first. */
    async answer(...how: Answer[]) {
      for (const one of how) await job.answer(one)
      await drawn()
    },
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  nextAccount(null)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('while it runs', () => {
  it('says how far it is, and how each item stands', async () => {
    const { answer, sent } = await panel(4)
    const progress = page.getByRole('progressbar', { name: 'Progress of a job' })
    await expect.element(progress).toHaveAttribute('value', '0')
    await expect.element(progress).toHaveAttribute('max', '4')
    await expect.element(status()).toHaveTextContent('Running.')
    await expect.element(page.getByText('2 in progress · 2 queued')).toBeVisible()
    expect(sent).toEqual(['k0', 'k1'])
    await answer('done', 'failed')
    await expect.element(progress).toHaveAttribute('value', '2')
    await expect.element(page.getByText('2 of 4')).toBeVisible()
    await expect.element(stateOf('k0')).toHaveTextContent('Done')
    await expect.element(stateOf('k1')).toHaveTextContent('Failed')
    await expect.element(stateOf('k2')).toHaveTextContent('In progress')
    await answer('done', 'done')
    await expect.element(status()).toHaveTextContent('Ended: 3 done · 1 failed.')
    await expect.element(button('Stop')).not.toBeInTheDocument()
  })
  it('takes the focus as it begins, and gives it back once it is dismissed', async () => {
    const opener = <button type="button">Begin</button>
    const { drawAgain } = await draw(opener)
    button('Begin').element().focus()
    const { answer } = handJob(1)
    const both = (
      <>
        {opener}
        <JobPanel />
      </>
    )
    await drawAgain(both)
    await expect.element(page.getByRole('region', { name: 'a job', exact: true })).toHaveFocus()
    await answer('done')
    await page.getByRole('button', { name: 'Dismiss a job' }).click()
    await expect.element(page.getByRole('complementary', { name: 'Jobs' })).not.toBeInTheDocument()
    await expect.element(page.getByText('Begin')).toHaveFocus()
  })
  it('Stop sends nothing more, takes in what was under way, and Continue sends the rest', async () => {
    const { answer, sent } = await panel(5)
    await button('Stop').click()
    await expect.element(status()).toHaveTextContent(/^Stopped\. /)
    await answer('done', 'done')
    expect(sent).toEqual(['k0', 'k1'])
    await expect.element(stateOf('k1')).toHaveTextContent('Done')
    await expect.element(stateOf('k2')).toHaveTextContent('Queued')
    await button('Continue (3 left)').click()
    await answer('done', 'done', 'done')
    expect(sent).toEqual(['k0', 'k1', 'k2', 'k3', 'k4'])
    await expect.element(status()).toHaveTextContent('Ended: 5 done.')
  })
  it('pauses as long as the service asks, and says how long that still is', async () => {
    const { answer, sent } = await panel(3)
    await answer('held')
    await expect.element(status()).toHaveTextContent('Paused for a rate limit.')
    await expect.element(page.getByText('Resumes in 5 seconds.')).toBeVisible()
    await vi.advanceTimersByTimeAsync(3000)
    await expect.element(page.getByText('Resumes in 2 seconds.')).toBeVisible()
    expect(sent).toEqual(['k0', 'k1'])
    await button('Continue now').click()
    await expect.element(status()).toHaveTextContent('Running.')
    expect(sent).toEqual(['k0', 'k1', 'k0'])
  })
  it('ends with its account', async () => {
    await panel(3)
    await expect.element(page.getByRole('complementary', { name: 'Jobs' })).toBeVisible()
    nextAccount(null)
    await expect.element(page.getByRole('complementary', { name: 'Jobs' })).not.toBeInTheDocument()
  })
})

describe('what did not end well', () => {
  it('is sent again where it failed, and nothing else', async () => {
    const { answer, sent } = await panel(3)
    await answer('failed', 'done', 'failed')
    await button('Retry failed (2)').click()
    expect(sent).toEqual(['k0', 'k1', 'k2', 'k0', 'k2'])
    await answer('done', 'done')
    await expect.element(stateOf('k0')).toHaveTextContent('Done (attempt 2)')
    await expect.element(status()).toHaveTextContent('Ended: 3 done.')
    await expect.element(page.getByRole('button', { name: /^Retry/ })).not.toBeInTheDocument()
  })
  it('that nobody knows of is read where a read can tell', async () => {
    const { answer, look, looks, sent } = await panel(2)
    await answer('cut', 'done')
    await expect.element(page.getByText('No response for 1 change. It may or may not have happened.')).toBeVisible()
    await button('Check them (1 request)').click()
    await expect.element(button('Check them (1 request)')).toHaveAccessibleDescription('Checking changes…')
    expect(looks.map(({ key }) => key)).toEqual(['k0'])
    await look(true)
    await drawn()
    await expect.element(stateOf('k0')).toHaveTextContent('Done')
    await expect.element(page.getByText('may or may not')).not.toBeInTheDocument()
    expect(sent).toEqual(['k0', 'k1'])
  })
  it('that nobody knows of is sent again on a confirmation of its own alone', async () => {
    const { answer, sent } = await panel(2)
    await answer('cut', 'done')
    await button('Send them again…').click()
    const asked = page.getByRole('dialog', { name: 'Send 1 change once more?' })
    await expect.element(asked).toBeVisible()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect(sent).toEqual(['k0', 'k1'])
    await button('Send them again…').click()
    await button('Send 1 change again').click()
    expect(sent).toEqual(['k0', 'k1', 'k0'])
    await answer('done')
    await expect.element(status()).toHaveTextContent('Ended: 2 done.')
  })
})

describe('its outcome as a file', () => {
  it('has a line for each item, and says what it is in its name', async () => {
    const { answer } = await panel(2)
    await answer('done', 'failed')
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob) // no media is saved
      return 'blob:a'
    })
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await button('Export outcome as CSV').click()
    await vi.waitFor(() => expect(files).toHaveLength(1))
    const lines = (await files[0]?.text())?.trim().split(/\r?\n/) ?? []
    expect(lines[0]).toMatch(/item,state,tries,detail$/)
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
      ['k0', 'done', '1'],
      ['k1', 'failed', '1'],
    ])
    const { download } = save.mock.contexts[0] as HTMLAnchorElement // what was clicked
    expect(download).toMatch(/^a job - 2 items - complete - .*\.csv$/)
  })
})

describe('its line in the tray', () => {
  it('is all of it while it runs: how far it is, and Stop', async () => {
    const { answer } = handJob(4)
    await draw(<JobPanel />)
    const line = page.getByRole('region', { name: 'a job', exact: true })
    await expect.element(page.getByText('0 of 4')).toBeVisible()
    await expect.element(button('Stop')).toBeVisible()
    await expect.element(details()).toHaveAttribute('aria-expanded', 'false')
    await expect.element(items()).not.toBeInTheDocument()
    expect(line.element().getBoundingClientRect().height).toBe(44)
    await answer('failed')
    await drawn()
    await expect.element(page.getByText('1 failed')).toBeVisible()
    expect(line.element().getBoundingClientRect().height).toBe(44)
  })
  it('opens by itself once it rests, and stays closed where it was closed', async () => {
    const { answer } = handJob(2)
    await draw(<JobPanel />)
    for (const how of ['done', 'failed'] as const) await answer(how)
    await drawn()
    await expect.element(button('Retry failed (1)')).toBeVisible()
    await expect.element(stateOf('k1')).toHaveTextContent('Failed')
    await details().click()
    await expect.element(button('Retry failed (1)')).not.toBeInTheDocument()
    await expect.element(status()).toHaveTextContent('Ended: 1 done · 1 failed.')
  })
  it('shows no items unasked where all went well', async () => {
    const { answer } = handJob(1)
    await draw(<JobPanel />)
    await answer('done')
    await drawn()
    await expect.element(button('Export outcome as CSV')).toBeVisible()
    await expect.element(items()).not.toBeInTheDocument()
    await page.getByText('All items').click()
    await expect.element(items()).toBeVisible()
  })
  it('keeps the focus where its button goes', async () => {
    const { answer } = await panel(3)
    await button('Stop').click()
    await expect.element(page.getByRole('region', { name: 'a job', exact: true })).toHaveFocus()
    await answer('done', 'failed')
    await button('Retry failed (1)').click()
    await expect.element(page.getByRole('region', { name: 'a job', exact: true })).toHaveFocus()
  })
  it('stands with those of other jobs in one tray', async () => {
    handJob(1)
    handJob(2)
    await draw(<JobPanel />)
    const tray = page.getByRole('complementary', { name: 'Jobs' })
    await expect.poll(() => tray.getByRole('region', { name: 'a job', exact: true }).elements().length).toBe(2)
    await vi.waitFor(() => expect(document.documentElement.style.getPropertyValue('--tray')).toMatch(/^\d+px$/))
    nextAccount(null)
    await expect.element(tray).not.toBeInTheDocument()
    await vi.waitFor(() => expect(document.documentElement.style.getPropertyValue('--tray')).toBe(''))
  })
})

describe('its items', () => {
  it('that failed stand first, the others in their order', async () => {
    const { answer } = await panel(4)
    await answer('done', 'failed', 'cut')
    const names = items()
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['k1', 'k2', 'k0', 'k3'])
  })
  it('are shown 25 at a time, or those of one state', async () => {
    const { answer } = await panel(60)
    await answer('failed')
    const rows = () =>
      items()
        .getByRole('rowheader')
        .elements()
        .map(({ textContent }) => textContent)
    await expect.element(page.getByText('1–25 of 60')).toBeVisible()
    expect(rows()).toHaveLength(25)
    await expect.element(button('Previous items')).toHaveAttribute('aria-disabled', 'true')
    await button('Next items').click()
    await button('Next items').click()
    await expect.element(page.getByText('51–60 of 60')).toBeVisible()
    expect([rows()[0], rows().length]).toEqual(['k50', 10])
    await page.getByRole('combobox', { name: 'Show' }).selectOptions('Failed (1)')
    expect(rows()).toEqual(['k0'])
    await page.getByRole('combobox', { name: 'Show' }).selectOptions('All')
    await expect.element(page.getByText('1–25 of 60')).toBeVisible()
  })
  it('take a line for the name and two for the outcome at most, until what became of one is opened', async () => {
    const long = '502 · UPSTREAM_UNREACHABLE · the connection closed before a response came. '.repeat(4).trim()
    startJob<string>({
      title: 'a job',
      items: [
        { key: 'k0', label: '2023 Hyundai Kona Electric · a very long external ID of a customer · live', input: '' },
      ],
      effect: 'change',
      send: async () => ({ state: 'failed', detail: long }),
    })
    await draw(<JobPanel />)
    await drawn()
    const outcome = items().getByText(long)
    await expect.element(outcome).toBeVisible()
    const heightOf = () => items().getByRole('row').nth(1).element().getBoundingClientRect().height
    const closed = heightOf()
    expect(closed).toBeLessThan(72)
    await outcome.click()
    expect(heightOf()).toBeGreaterThan(closed * 2)
  })
  it('are drawn again where they have changed, and no other', async () => {
    const drawnItems: string[] = []
    const ends: (() => void)[] = []
    startJob<string>({
      title: 'a job',
      items: Array.from({ length: 25 }, (_, at) => ({ key: `k${at}`, label: `k${at}`, input: `k${at}` })),
      effect: 'change',
      concurrency: 1,
      send: () => new Promise((resolve) => ends.push(() => resolve({ state: 'done', detail: 'done' }))),
      Detail: ({ item }) => {
        drawnItems.push(item.key)
        return null
      },
    })
    await draw(<JobPanel />)
    await details().click()
    await expect.element(stateOf('k0')).toHaveTextContent('In progress')
    drawnItems.length = 0
    ends[0]?.()
    await drawn()
    await expect.element(stateOf('k0')).toHaveTextContent('Done')
    expect(drawnItems.toSorted()).toEqual(['k0', 'k1']) // the one that ended, and the next
  })
})
