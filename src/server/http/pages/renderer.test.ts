/** Pages are rendered for people alone, with responses that the person who opened the page may see. */
import { EventEmitter } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RenderedPage, RenderRequest } from '../../../api/server-rendered'
import { cookieOf, startHost, startTestGateway } from '../../../gateway/harness'
import { createLog } from '../../../gateway/log'
import { createPageRenderer } from './renderer'

const LIST = '/api/vehicle/v3/connections'
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** A gateway whose pages hold the response to one request. */
async function start(
  env: Record<string, string> = {},
  renderPage?: (request: RenderRequest) => Promise<RenderedPage>,
  body = '{"data":[]}',
) {
  const host = await startHost((_, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(body))
  stops.push(() => host.close())
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const requests: RenderRequest[] = []
  const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 'canary', ...env }, undefined, {
    renderPage: async (request) => {
      requests.push(request)
      return renderPage ? renderPage(request) : renderedFrom(request)
    },
  })
  stops.push(() => gateway.close())
  const page = async (headers: Record<string, string> = {}, path = '/connections?page[number]=2') => {
    const opened = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', origin: '' }
    const response = await gateway.ask(path, { headers: { ...opened, ...headers } })
    const text = await response.text()
    const block = /<script type="application\/json" id="dehydrated">(.*?)<\/script>/s.exec(text)?.[1]
    const dehydrated = block === undefined ? undefined : (JSON.parse(block) as RenderedPage['dehydrated'])
    return { response, text, dehydrated, note: /<noscript>.*<\/noscript>/.exec(text)?.[0] }
  }
  return { host, gateway, requests, page }
}

async function renderedFrom({ timeZone, preferences, waitMs, send }: RenderRequest): Promise<RenderedPage> {
  const responses = waitMs > 0 ? [await send(LIST)] : []
  const dehydrated = { at: 0, timeZone, preferences, responses, queries: [] }
  return { html: '<main style="color:red"></main>', dehydrated, isComplete: responses.length > 0 }
}

describe('a page', () => {
  it('holds the rendered page and its responses', async () => {
    const { page, requests } = await start()
    const { text, dehydrated, note } = await page()
    expect(requests[0]).toMatchObject({ href: '/connections?page[number]=2', timeZone: 'UTC', waitMs: 400 })
    expect(text).toContain('<div id="root"><main style="color:red"></main></div>')
    expect(dehydrated?.responses).toMatchObject([{ address: LIST, status: 200, text: '{"data":[]}' }])
    expect(note).toBeUndefined()
    expect(text).not.toContain('canary')
  })
  it('is rendered with the preferences in the browser’s cookie', async () => {
    const { page, requests, gateway } = await start()
    const display = { timeZone: 'Asia/Tokyo', preferences: { rows: 'compact' } }
    const { text } = await page({
      cookie: `${gateway.named('forecourt-look')}=${encodeURIComponent(JSON.stringify(display))}`,
    })
    expect(requests[0]).toMatchObject(display)
    expect(text).toContain('<html data-rows="compact"')
  })
  it('that can’t be rendered is left to the browser, with the reason in the log', async () => {
    const { page, gateway } = await start({}, () => Promise.reject(new Error('no way')))
    const { response, text, dehydrated, note } = await page()
    expect([response.status, dehydrated]).toEqual([200, undefined])
    expect(text).toContain('class="first-frame"')
    expect(note).toContain('a response was late or an error. <a href="">')
    expect(gateway.faults.join()).toContain('no way')
  })
  it('is left to the browser if the console’s build can’t be loaded', async () => {
    const faults: string[] = []
    const render = createPageRenderer(
      () => Promise.reject(new Error('not built')),
      createLog((line) => void faults.push(line), 'error'),
    )
    const page = { outgoing: new EventEmitter() } as unknown as Parameters<typeof render>[0] // no more is read of it
    expect(await render(page)).toBeUndefined()
    expect(faults.join()).toContain('not built')
  })
  it('is rendered without a response that is too long', async () => {
    const { page, gateway } = await start({}, undefined, `{"data":["${'x'.repeat(400_000)}"]}`)
    const { text } = await page()
    expect(text.length).toBeLessThan(10_000)
    expect(gateway.faults.join()).toContain('not rendered')
  })
  it('is left to the browser if its address has more values than can be rendered beside other requests', async () => {
    const { page, requests } = await start()
    const paths = (count: number) => `/vehicles/v/batch?${Array.from({ length: count }, () => 'path=/vin').join('&')}`
    await page({}, paths(300))
    const { text, note } = await page({}, paths(301))
    expect([requests.length, text.includes('class="first-frame"')]).toEqual([1, true])
    expect(note).toContain('more than 300 values. <a href="">')
  })
  it('waits for nothing where that is set', async () => {
    const { page, requests, host } = await start({ PAGE_WAIT_MS: '0' })
    await page()
    expect([requests[0]?.waitMs, host.requests]).toEqual([0, []])
  })
})

describe('a page that another site opened', () => {
  it('asks for nothing where a browser only fetches it ahead', async () => {
    const { page, host } = await start()
    await page({ 'sec-purpose': 'prefetch' })
    expect(host.requests).toEqual([])
  })
  it.each(['cross-site', 'same-site', 'none, cross-site'])('(%s) asks for nothing', async (site) => {
    const { page, host } = await start()
    const { dehydrated, note } = await page({ 'sec-fetch-site': site })
    expect([dehydrated?.responses, host.requests]).toEqual([[], []])
    expect(note).toContain('a link of another site led here')
    expect(note).toContain('<a href="">')
  })
  it.each(['same-origin', 'none'])('is told from one that the operator opens (%s)', async (site) => {
    const { page, host } = await start()
    await page({ 'sec-fetch-site': site })
    expect(host.requests.map(({ target }) => target)).toEqual(['/v3/connections'])
  })
})

describe('a request that is no person’s', () => {
  it.each(['image', 'iframe', 'empty', 'script', 'document, image', ''])('(%j) renders nothing', async (dest) => {
    const { page, requests, host, gateway } = await start()
    const { cookies } = await gateway.session({ version3: 'own-token' })
    const { response, dehydrated } = await page({ 'sec-fetch-dest': dest, cookie: cookieOf(cookies) })
    expect([response.status, dehydrated, requests, host.requests]).toEqual([200, undefined, [], []])
  })
  it('renders nothing for a picture whose Accept names pages', async () => {
    const { page, requests } = await start()
    await page({ 'sec-fetch-dest': 'image', accept: 'text/html' })
    expect(requests).toEqual([])
  })
})

describe('a browser without Fetch Metadata', () => {
  const ask = async (accept: string, hasCookie: boolean, site: readonly string[] = []) => {
    const { gateway, requests, host } = await start()
    const { cookies } = await gateway.session({ version3: 'own-token' })
    const lines = [
      'GET /connections HTTP/1.1',
      `Host: localhost:${gateway.port}`,
      `Accept: ${accept}`,
      ...site,
      ...(hasCookie ? [`Cookie: ${cookieOf(cookies)}`] : ['Cookie: other=1']),
      'Connection: close',
    ]
    return { text: await gateway.raw(`${lines.join('\r\n')}\r\n\r\n`), rendered: requests.length, sent: host.requests }
  }
  it('has a page rendered with its data if a cookie of this console came along', async () => {
    const { text, rendered, sent } = await ask('text/html,*/*;q=0.8', true)
    expect([rendered, text.includes('id="dehydrated"'), text.includes('<noscript>')]).toEqual([1, true, false])
    expect(sent).toMatchObject([{ target: '/v3/connections', headers: { authorization: 'Bearer own-token' } }])
  })
  it('has a page rendered with its data if it names the site alone', async () => {
    const { rendered, sent } = await ask('text/html', false, ['Sec-Fetch-Site: none'])
    expect([rendered, sent.length]).toEqual([1, 1])
  })
  it('has no page rendered for another site, with a cookie neither', async () => {
    const { rendered, sent } = await ask('text/html', true, ['Sec-Fetch-Site: same-site'])
    expect([rendered, sent]).toEqual([0, []])
  })
  it('gets the frame without one, and the remedy', async () => {
    const { text, rendered } = await ask('text/html,*/*;q=0.8', false)
    expect([rendered, text.includes('class="first-frame"')]).toEqual([0, true])
    expect(/<noscript>.*https.*<a href="">.*<\/noscript>/.test(text)).toBe(true)
  })
  it('has nothing requested for a picture', async () => {
    const { text, rendered, sent } = await ask('image/avif,*/*;q=0.8', true)
    expect([rendered, sent, text.includes('class="first-frame"')]).toEqual([0, [], true])
  })
})

describe('too many pages at once', () => {
  it('are the bare frame, until others are rendered', async () => {
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { page, requests } = await start({}, async () => {
      await held
      const dehydrated = { at: 0, timeZone: 'UTC', preferences: {}, responses: [], queries: [] }
      return { html: '<main></main>', dehydrated, isComplete: true }
    })
    const first = Array.from({ length: 8 }, () => page())
    await vi.waitFor(() => expect(requests).toHaveLength(8))
    const { response, text } = await page()
    expect([response.status, requests.length, text.includes('class="first-frame"')]).toEqual([200, 8, true])
    finish()
    expect((await Promise.all(first)).every(({ dehydrated }) => dehydrated)).toBe(true)
    expect((await page()).dehydrated).toBeDefined()
  })
})

describe('more than 20 filters that the API doesn’t document', () => {
  const filters = (count: number) => Array.from({ length: count }, (_, at) => `filter[a${at}]=1`).join('&')
  it.each([
    ['a page', { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }],
    ['a picture', { accept: 'image/*,*/*', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
  ])('are an error for %s, with a way on, and request nothing', async (_, headers) => {
    const { gateway, requests, host } = await start()
    const response = await gateway.ask(`//x/connections?${filters(21)}&filter[userId]="u"`, { headers })
    const text = await response.text()
    expect([response.status, requests, host.requests]).toEqual([400, [], []])
    expect(text).toContain('<p role="alert">This address has more than 20 filters')
    expect(text).toContain('<a href="?filter[userId]=%22u%22">')
    expect(text).not.toContain('<script')
  })
  it('are one more than may be, and those that CONFIG spells don’t count', async () => {
    const config = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(config, JSON.stringify({ parameters: { 'filter[userId]': 'filter[user]' } }))
    const { gateway } = await start({ CONFIG: config })
    const statusOf = async (query: string) =>
      (await gateway.ask(`/connections?${query}`, { headers: { accept: 'text/html' } })).status
    expect(await statusOf(`${filters(20)}&filter[user]=u&page[size]=5`)).toBe(200)
    expect(await statusOf(`${filters(20)}&filter[other]=u`)).toBe(400)
  })
})

describe('what is asked for a page', () => {
  it('is asked with the token that this browser handed over', async () => {
    const { page, gateway, host } = await start()
    const { cookies } = await gateway.session({ version3: 'own-token' })
    await page({ cookie: cookies.map((line) => line.split(';')[0]).join('; ') })
    expect(host.requests[0]?.headers.authorization).toBe('Bearer own-token')
  })
  it('is refused to whom the page is not for', async () => {
    const { page, host, requests } = await start({
      TRUSTED_USER_HEADER: 'x-remote-user',
      TRUSTED_PROXY: '203.0.113.9', // not where these requests come from
      ROLE_CLAIM: 'none',
    })
    const { dehydrated, text } = await page({ 'x-remote-user': 'forged' })
    expect([dehydrated, requests, host.requests]).toEqual([undefined, [], []])
    expect(text).not.toContain('forged')
  })
  it('comes from where the page came from: what is claimed beside it is trusted no further', async () => {
    const env = { TRUSTED_USER_HEADER: 'x-remote-user', TRUSTED_PROXY: '127.0.0.1', ROLE_CLAIM: 'none' }
    const { page, host, gateway } = await start(env)
    const { dehydrated } = await page({ 'x-remote-user': 'ada', 'x-forwarded-for': '198.51.100.7' })
    expect(dehydrated?.responses).toMatchObject([{ status: 200 }])
    expect(host.requests).toHaveLength(1)
    expect(gateway.log.map((line) => JSON.parse(line).operation)).toContain('GET /v3/connections')
  })
  it('is a read, whatever the page’s own request says', async () => {
    const { page, host } = await start()
    await page({ 'x-http-method-override': 'DELETE', 'content-type': 'application/json', range: 'bytes=0-1' })
    expect(host.requests.map(({ method }) => method)).toEqual(['GET'])
  })
})
