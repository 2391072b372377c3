/** The page and its files: a nonce for each answer, a configuration that cannot end its element, files compressed once. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageConfig } from '../../../api/config'
import type { RenderedPage } from '../../../api/server-rendered'
import { startTestGateway, type TestGateway } from '../../../gateway/harness'
import { renderPage } from './page'

const address = 'http://127.0.0.1:9'
let gateway: TestGateway

beforeAll(async () => {
  // Below a folder of that name: what is immutable is told by the address, not by the place on the disk.
  const dist = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'assets', 'dist')
  mkdirSync(dist, { recursive: true })
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(dist, '.vite'))
  const file = (name: string, content: string) => writeFileSync(join(dist, name), content)
  file('index.html', 'raw template')
  file('mark.svg', '<svg/>')
  file('.vite/manifest.json', '{}')
  file('assets/app-1a2b3c.js', 'plain')
  file('assets/app-1a2b3c.js.br', 'brotli')
  file('assets/app-1a2b3c.js.gz', 'gzip')
  const env = {
    ACCESS_TOKEN: 'canary-token',
    DOCS_URL: 'https://docs.example',
  }
  gateway = await startTestGateway({ vehicleData: address, vehicle: address, management: address }, env, dist)
})
afterAll(() => gateway.close())

const page = (path = '/', headers: Record<string, string> = {}) =>
  gateway.ask(path, { headers: { accept: 'text/html', 'accept-encoding': 'identity', ...headers } })

describe('the page', () => {
  it('has a nonce of its own in every answer, and no ETag', async () => {
    const nonces = []
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await page()
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(await response.text()) ?? []
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(response.headers.get('etag')).toBeNull()
      expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
      nonces.push(nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
    expect(nonces[0]).toMatch(/^[\w+/=]{20,}$/)
  })
  it('has a policy without foreign origins and inline scripts, and with style attributes', async () => {
    const { headers } = await page()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    const attributes = "style-src-attr 'unsafe-inline'; "
    expect(policy).toContain(attributes)
    expect(policy.replace(attributes, '')).not.toMatch(/unsafe|https?:|\*/)
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types default$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
  it.each([
    ['/connections?filter[userId]=&filter[vehicle.mode]=live', '/connections?filter[vehicle.mode]=live'],
    ['/connections?filter%5BuserId%5D=&filter%5Bvehicle.mode%5D=live', '/connections?filter[vehicle.mode]=live'],
    ['/connections?filter[userId]=a&filter[userId]=b', '/connections?filter[userId]=b'],
    ['/connections?filter[userId]=%20a+', '/connections?filter[userId]=a'],
    ['/connections?filter[vehicleId]=+', '/connections'],
    ['/connections?page[number]=0&page[size]=x', '/connections?page[number]=1'],
    ['/connections?filter[vehicle.mode]=sideways', '/connections'],
    ['/connections?filter[new]=&filter[other]=1&filter[other]=2', '/connections?filter[other]=2'],
    ['/Connections/?junk=1&junk=2&filter[userId]=', '/connections?junk=1&junk=2'],
    ['/users?q=&page=2', '/users?page=2'],
    ['/users/a%2Fb%20?page[number]=', '/users/a%2Fb%20'],
    ['/vehicles?q=x&mode=&make=', '/vehicles?q=x'],
    ['/vehicles/v/signals?q=&group=Doors', '/vehicles/v/signals?group=Doors'],
    ['/webhooks?filter[name]=&filter[callbackUri]=&filter[isEnabled]=&filter[autoSubscribe]=', '/webhooks'],
    ['/subscriptions?q=&state=bogus', '/subscriptions'],
    ['/activity?operator=&limit=999', '/activity?limit=200'],
    ['/deliveries?kind=bogus&since=2026-05-01T14:00&vehicle=v', '/deliveries?vehicle=v'],
    ['/jobs?state=&operation=', '/jobs'],
    ['/jobs/7?state=bogus&limit=50', '/jobs/7?limit=50'],
    ['/help?q=', '/help'],
    ['/connections/c/remove?check=x', '/connections/c/remove'],
    // A path is taken for a page's only as it is, and for no other host's.
    ['//evil.example/connections?filter[userId]=', null],
    ['//connections?filter[userId]=', null],
    ['/\\\\connections?filter[userId]=', null],
    ['/%2F/connections?filter[userId]=', null],
    // Only values lead to a redirect: neither a spelling nor an unknown name does.
    ['/connections?filter%5BuserId%5D=a+b&page%5bsize%5d=25', null],
    ['/connections?filter[userId]=a%20b&page[size]=25&utm=&utm=2', null],
    ['/connections?filter[user.externalId]=%20a%20', null], // the customer's own text could be so
    ['/vehicles/v/batch?path=/odometer&path=/fuel&path=', null],
    ['/return/battery-capacity?vehicle_id=&error=', null],
    ['/nowhere?filter[userId]=', null],
    ['/?filter[userId]=', null],
  ])('of %s is redirected to %s', async (path, location) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
    const response = await gateway.ask(path, { headers, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([location === null ? 200 : 302, location])
  })
  it('of a UUID with what was pasted with it is that of the UUID', async () => {
    const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    const opened = async (path: string) => {
      const { status, headers } = await gateway.ask(path, { headers: { accept: 'text/html' }, redirect: 'manual' })
      return [status, headers.get('location')]
    }
    expect(await opened(`/users/%E2%80%8B${uuid}?page[number]=2`)).toEqual([302, `/users/${uuid}?page[number]=2`])
    expect(await opened(`/vehicles/%22${uuid}%22./signals/a%2Fb`)).toEqual([302, `/vehicles/${uuid}/signals/a%2Fb`])
    for (const path of [
      `/users/${uuid}`,
      '/users/%E2%80%9C7%E2%80%9D.',
      `//evil.example/%E2%80%8B${uuid}`,
      '/users/%E2',
    ])
      expect(await opened(path)).toEqual([200, null])
  })
  it('carries the configuration, the same as /config.json, never a secret', async () => {
    const text = await (await page('/connections?filter[userId]=x')).text()
    const [, block = ''] = /<script type="application\/json" id="config">(.*?)<\/script>/s.exec(text) ?? []
    const { account } = await (await gateway.ask('/session')).json()
    const config = await (await gateway.ask('/config.json')).json()
    expect(JSON.parse(block)).toEqual({
      ...config,
      operator: null,
      account,
      version3EndsAt: null,
      hasEarlierToken: false,
    })
    expect(JSON.parse(block)).toMatchObject({
      sandbox: false,
      tokens: { version3: true, version2: false },
      docsUrl: 'https://docs.example',
    })
    expect(block).not.toMatch(/[<>&]/)
    expect(text).not.toContain('canary')
  })
  it('cannot be ended by what the configuration holds', async () => {
    const config = { mapUrl: '</script><script>alert(1)</script><!--\u2028' } as PageConfig // one field is enough here
    const text = await (await renderPage({ template: '<head></head>', config })).text()
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(JSON.parse(/config">(.*)<\/script>/.exec(text)?.[1] ?? '')).toEqual(config)
  })
  it('replaces the nonce in its template only', async () => {
    const config = { mapUrl: '__NONCE__ $& $1' } as PageConfig // one field is enough here
    const text = await (await renderPage({ template: '<meta nonce="__NONCE__"><head></head>', config })).text()
    expect(text).toContain('{"mapUrl":"__NONCE__ $\\u0026 $1"}')
    expect(text).not.toContain('nonce="__NONCE__"')
  })
  it('has the frame in its first bytes, but for an owner, and only where the console is what it draws', async () => {
    const text = async (path: string) => (await page(path)).text()
    expect(await text('/connections')).toContain('<div id="root"><div class="first-frame" aria-hidden="true">')
    for (const path of ['/return/battery-capacity', '/return/battery-capacity/'])
      expect(await text(path)).toContain('<div id="root"></div>')
    const template = '<head></head><div id="root"></div>'
    const config = {} as PageConfig // any will do
    expect(await (await renderPage({ template, config })).text()).toContain('<div id="root"></div>')
  })
  it('says why data is missing, beside a link to its own address', async () => {
    const template = '<head></head><div id="root"></div>'
    const config = {} as PageConfig // no field is read
    const rendered = (isComplete: boolean) => async () =>
      ({ html: '<h1>Users</h1>', dehydrated: {}, isComplete }) as RenderedPage // no more is read
    const notes = async (options: Partial<Parameters<typeof renderPage>[0]>) =>
      (await renderPage({ template, config, hasFrame: true, ...options }).text()).match(/<noscript>.*<\/noscript>/g)
    expect(await notes({ render: rendered(true), note: 'Foreign.' })).toBeNull()
    expect(await notes({ note: 'Foreign.' })).toEqual([
      '<noscript>Foreign. <a href="">Open the page again</a></noscript>',
    ])
    expect(await notes({ render: rendered(false) })).toEqual([
      expect.stringContaining('a response was late or an error'),
    ])
    expect(await notes({ hasFrame: false })).toBeNull()
  })
  it('has its data behind the mark that its first frame waits for', async () => {
    const template = await readFile(new URL('../../../../index.html', import.meta.url), 'utf8')
    const awaited = /<link rel="expect" href="#(\w+)" blocking="render"/.exec(template)?.[1] ?? 'none'
    const render = async () => ({ html: '<h1>Users</h1>', dehydrated: { queries: [] } }) as never // no more is read
    const text = await renderPage({ template, config: {} as PageConfig, render }).text() // no field is read
    const places = ['<h1>Users</h1>', `id="${awaited}"`, 'id="dehydrated"', '</body>'].map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })
  it.each([
    [
      'behind content that is there at once',
      0,
      ['<h1>Users</h1>', 'id="mark"', 'main.js', 'users.js', 'id="dehydrated"'],
    ],
    ['ahead of content that is late', 200, ['main.js', 'users.js', '<h1>Users</h1>', 'id="mark"', 'id="dehydrated"']],
  ])('loads its scripts %s', async (_, ms, order) => {
    const render = async () => {
      await setTimeout(ms)
      return { html: '<h1>Users</h1>', dehydrated: {} } as never // no more is read
    }
    const template =
      '<head><script type="module" src="/main.js" nonce="__NONCE__"></script></head>' +
      '<body><div id="root"></div><template id="mark"></template></body>'
    const preload = '<link rel="modulepreload" href="/users.js"><style>th{}</style>'
    const text = await renderPage({ template, preload, config: {} as PageConfig, render }).text() // no field is read
    expect(text.indexOf('<style>')).toBeLessThan(text.indexOf('</head>'))
    const places = order.map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(text.indexOf('<body>'))
    expect(text.match(/main\.js|users\.js/g)).toHaveLength(2)
  })
  it('sends the content before it writes the data', async () => {
    let written = 0
    const dehydrated = { toJSON: () => (written += 1) }
    const render = async () => ({ html: '<h1>Users</h1>', dehydrated }) as never // no more is read
    const template = '<head></head><body><div id="root"></div></body>'
    const { body } = renderPage({ template, config: {} as PageConfig, render }) // no field is read
    const decoder = new TextDecoder()
    const seen: [text: string, written: number][] = []
    for await (const part of body ?? []) seen.push([decoder.decode(part as Uint8Array), written])
    expect(seen.find(([text]) => text.includes('<h1>Users</h1>'))?.[0]).not.toContain('dehydrated')
    expect(seen.at(-1)).toEqual([expect.stringMatching(/id="dehydrated">1<\/script><\/body>$/), 1])
  })
  it('is compressed as asked', async () => {
    for (const encoding of ['br', 'gzip']) {
      const response = await page('/', { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(await response.text()).toContain('id="config"')
    }
  })
  it.each([
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0', null],
    ['BR', 'br'],
    ['br ; q=0.5', 'br'],
    ['br;q=0.000', null],
    ['gzip, deflate, br', 'br'],
    ['abra', null],
    ['', null],
  ])('takes Accept-Encoding %j for %j', async (accepted, used) => {
    const response = await renderPage({ template: '<head></head>', config: {} as PageConfig, acceptEncoding: accepted }) // any will do
    expect(response.headers.get('content-encoding')).toBe(used)
  })
  it.each(['', 'br', 'gzip'])('may be left while a part of it comes, compressed as %j', async (acceptEncoding) => {
    const config = {} as PageConfig // any will do
    const template = `<head>${randomBytes(60_000).toString('hex')}</head><div id="root"></div>`
    const render = async () => ({ html: randomBytes(60_000).toString('hex'), dehydrated: {} }) as never
    for (const reads of [1, 2, 3]) {
      const reader = renderPage({ template, config, render, acceptEncoding }).body?.getReader()
      await setTimeout(20)
      for (let turn = 1; turn < reads; turn += 1) await reader?.read()
      void reader?.read()
      await reader?.cancel()
    }
  })
  it.each([
    ['a missing asset is not there, even for a page', '/assets/gone.js', 'text/html'],
    ['data is not asked for here', '/connections', 'application/json'],
  ])('%s', async (_, path, accept) => {
    expect((await page(path, { accept })).status).toBe(404)
  })
  it.each(['/', '/connections', '/connections/a.b', '/anything/at/all', '/index.html'])('answers %s', async (path) => {
    const response = await page(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).not.toContain('raw template')
  })
})

describe('files', () => {
  it('with a hash are immutable, and sent as they were compressed', async () => {
    for (const [encoding, body] of [
      ['br', 'brotli'],
      ['gzip', 'gzip'],
      ['identity', 'plain'],
    ] as const) {
      const raw = await gateway.raw(
        `GET /assets/app-1a2b3c.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      )
      expect(raw).toContain('200 OK')
      expect(raw.toLowerCase()).toContain('cache-control: public, max-age=31536000, immutable')
      expect(raw.toLowerCase()).toContain('x-content-type-options: nosniff')
      expect(raw.endsWith(body)).toBe(true)
    }
  })
  it.each(['/assets/app-1a2b3c.js', '/mark.svg'])('%s has a policy of its own', async (path) => {
    const policy = (await gateway.ask(path)).headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; connect-src 'self'; .*frame-ancestors 'none'$/)
  })
  it('without one are looked at again', async () => {
    const response = await gateway.ask('/mark.svg')
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=60, stale-while-revalidate=2592000',
    ])
  })
  it.each([
    '/assets/gone.js',
    '/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/..%2f..%2fpackage.json',
    '/gone.css',
    '/%2evite/manifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..%5c.vite/manifest.json',
  ])('%s is not there', async (path) => {
    const raw = await gateway.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nConnection: close\r\n\r\n`)
    expect(raw).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(raw).not.toContain('{}')
  })
  it('of another build are not there, which nobody remembers', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await gateway.ask('/assets/index-OTHER1.js', { method, headers: { accept: '*/*' } })
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
    }
  })
  it('and pages are only read', async () => {
    expect((await gateway.ask('/connections', { method: 'POST', body: 'x' })).status).toBe(404)
  })
})
