/** A failure as a page says it: what could not be done first, then the service's own words; equal ones once. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { connections } from '../api/connections'
import { ApiError } from '../api/errors'
import { vehicleData } from '../api/vehicle-data'
import { ConfigProvider } from '../core/config'
import { pageConfig } from '../core/config-harness'
import { draw } from '../ui/browser-harness'
import { Failure } from './failure'
import { Failures } from './failures'

const failed = (status: number, code: string, endpoint: ApiError['endpoint'] = connections.list) =>
  new ApiError('http', endpoint, { status, body: { errors: [{ title: 'Refused', code, detail: `Said by ${code}.` }] } })
const heading = () => page.getByRole('alert').getByRole('heading')
const retry = () => undefined

describe('one failure', () => {
  it.each([
    [failed(403, 'NO'), 'Couldn’t load connections'],
    [failed(403, 'NO', connections.read), 'Couldn’t load this connection'],
    [failed(403, 'NO', connections.remove), 'Couldn’t remove this connection'],
    [failed(403, 'NO', vehicleData.vin), 'Couldn’t read the vehicle'],
  ])('says first what could not be done, then what was sent: %o', async (error, words) => {
    await draw(
      <ConfigProvider value={pageConfig}>
        <Failure error={error} onRetry={retry} />
      </ConfigProvider>,
    )
    await expect.element(heading()).toHaveTextContent(words)
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Refused HTTP 403 · NO ?Said by NO\./)
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
  it('of the console itself has its own words alone', async () => {
    await draw(
      <ConfigProvider value={pageConfig}>
        <Failure error={new Error('A part broke.')} />
      </ConfigProvider>,
    )
    await expect.element(heading()).toHaveTextContent('Something went wrong in the console')
  })
})

describe('several failures', () => {
  it('are said once where they are alike, with how many there are', async () => {
    const errors = [
      failed(503, 'DOWN'),
      undefined,
      failed(503, 'DOWN'),
      null,
      failed(503, 'OTHER'),
      failed(500, 'DOWN'),
    ]
    await draw(
      <ConfigProvider value={pageConfig}>
        <Failures what="Couldn’t load the counts" errors={errors} onRetry={retry} isRetrying={false} />
      </ConfigProvider>,
    )
    const headings = page.getByRole('heading')
    await expect.element(headings.nth(2)).toBeVisible()
    expect(headings.elements().map((one) => one.textContent)).toEqual([
      'Couldn’t load the counts ×2(2 requests)',
      'Couldn’t load the counts',
      'Couldn’t load the counts',
    ])
  })
  it('none is nothing', async () => {
    await draw(
      <ConfigProvider value={pageConfig}>
        <Failures what="Couldn’t load" errors={[null, undefined]} onRetry={retry} isRetrying={false} />
      </ConfigProvider>,
    )
    expect(page.getByRole('alert').elements()).toEqual([])
  })
})
