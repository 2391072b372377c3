/** The end of an account of an added token: sign-out, a revoked token, a bound, the next operator at the same browser. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { realmTables } from '../../store/erase-realm'
import { createLeases } from '../../store/leases'
import { createBrowser, oidcEnv, startProvider } from '../auth/provider-harness'
import type { TestGateway } from '../harness'
import { type browserAt, consoleOver, countRealms, createAddedStage, wait, withToken } from './added-harness'

const nine = Array.from({ length: 9 }, (_, n) => `c-${n}`)
const STALE_MS = 20_000

vi.setConfig({ testTimeout: 2 * wait.timeout }) // crawls and jobs run beside tests that keep the processor busy

const { store, host, start } = await createAddedStage()
const rowOf = async (sql: string, id: unknown) => (await store.query(sql, [id]))[0]
const jobRow = (id: number) => rowOf('SELECT phase, reason FROM jobs WHERE id = $1', id)

/** Rows of an account in each table that it fills here. */
async function rowsOf(realm: unknown) {
  const counts: Record<string, unknown> = {}
  for (const table of realmTables.filter((name) => !['job_results', 'crawl_pages', 'leases'].includes(name))) {
    const row = await rowOf(`SELECT count(*) AS count FROM ${table} WHERE realm = $1`, realm)
    if (row?.count !== 0) counts[table] = row?.count
  }
  return counts
}

const outcomes = ({ lines }: TestGateway) =>
  lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'outcome')

describe('with sign-in', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.close())

  async function startSignIn() {
    const gateway = await start({ ACCESS_TOKEN: 'own', ...oidcEnv(provider.issuer) })
    provider.open([gateway.origin])
    return gateway
  }

  type Browser = ReturnType<typeof createBrowser>
  const signIn = async ({ origin }: TestGateway, browser: Browser, subject: string) => {
    browser.forgetSite(new URL(provider.issuer).hostname)
    provider.person.subject = subject
    expect((await browser.go(`${origin}/auth/sign-in`)).status).toBe(200)
  }
  const consoleOf = ({ origin }: TestGateway, browser: Browser) =>
    consoleOver(async (path, method = 'GET', body) => {
      const { status, body: text } = await browser.ask(`${origin}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      })
      return new Response(status === 204 ? null : text, { status })
    })

  it.each([
    ['Sign out', '/auth/sign-out', 'POST'],
    ['Forget tokens', '/session', 'DELETE'],
  ] as const)(
    '“%s” ends the lease: the job stops, outcomes are in the record, rows are erased',
    async (_, path, method) => {
      const gateway = await startSignIn()
      const browser = createBrowser()
      await signIn(gateway, browser, 'ann')
      const page = consoleOf(gateway, browser)
      await page.ask('/session', 'POST', { version3: `token-${method}` })
      await page.crawled(store)
      const release = host.holdRemovals()
      const id = await page.begin(nine)
      await vi.waitFor(() => expect(host.removed()).toHaveLength(4), wait)
      const realm = (await rowOf('SELECT realm FROM jobs WHERE id = $1', id))?.realm
      expect(await rowOf('SELECT owner FROM leases WHERE realm = $1', realm)).toEqual({ owner: 'operator ann' })

      expect((await page.ask(path, method)).status).toBe(200)
      const reason = 'Stopped because the token that was added in a browser was forgotten or has expired.'
      await vi.waitFor(async () => expect(await jobRow(id)).toEqual({ phase: 'stopped', reason }), wait)
      release()
      await vi.waitFor(() => expect(outcomes(gateway)).toHaveLength(4), wait)
      for (const { status, operator, credential } of outcomes(gateway))
        expect([status, operator, credential.source]).toEqual([204, 'Operator One', 'handed over'])
      expect(host.removed()).toHaveLength(4)

      // No token is in memory once its server has noticed the end. Until then rows are kept, because it may still write some.
      await createLeases(store).sweep(0)
      expect(await rowsOf(realm)).toEqual({})
      expect(host.removed()).toHaveLength(4)
    },
  )

  it('the next operator at the same browser sees nothing of the one before, with the same token neither', async () => {
    const gateway = await startSignIn()
    const browser = createBrowser()
    const page = consoleOf(gateway, browser)
    const id: Record<string, number> = {}
    const ended = async (name: string) => {
      await page.ask('/session', 'POST', { version3: name })
      await page.crawled(store)
      id[name] = await page.begin([`${name}-target`])
      await vi.waitFor(async () => expect((await page.job(id[name] ?? 0)).phase).toBe('ended'), wait)
      expect(await page.users()).toEqual([`user-of-${name}`])
    }
    await signIn(gateway, browser, 'ann')
    await ended('anns')

    // Without a sign-out: Ann's token is in a cookie that only Ann's session opens.
    await signIn(gateway, browser, 'bob')
    expect((await page.ask('/team/users')).status).toBe(401)
    expect((await page.ask(`/team/jobs/${id.anns}`)).status).toBe(401)
    await page.ask('/session', 'DELETE')
    expect(await page.users()).toEqual([])
    expect((await page.ask(`/team/jobs/${id.anns}`)).status).toBe(404)
    await ended('bobs')
    expect((await page.ask(`/team/jobs/${id.anns}`)).status).toBe(404)

    // After a sign-out.
    await page.ask('/auth/sign-out', 'POST')
    await signIn(gateway, browser, 'ann')
    expect(await page.users()).toEqual([])
    for (const token of ['anns', 'bobs']) {
      await page.ask('/session', 'POST', { version3: token })
      if (token === 'bobs') expect(await page.users()).toEqual([]) // its lease has ended
      expect((await page.ask(`/team/jobs/${id.bobs}`)).status).toBe(404)
    }
    expect(host.removed().toSorted()).toEqual(['anns-target', 'bobs-target'])
  })
})

it('a copy of the cookie shows nothing of an ended account, not even its counts', async () => {
  const gateway = await start()
  const browser = await withToken(gateway, 'forgotten')
  await browser.crawled(store)
  await vi.waitFor(async () => expect((await browser.read('/team/directory')).counts.live).toBe(2), wait)
  expect((await browser.read('/team/users')).asOf).not.toBeNull()
  expect((await browser.ask('/session', 'DELETE')).status).toBe(200)
  expect(await browser.read('/team/users')).toMatchObject({ rows: [], asOf: null })
  expect(await browser.read('/team/directory')).toMatchObject({ asOf: null, counts: { live: 0 }, makes: [] })
})

it('a late request of a browser that forgot the token does not keep the account, which another browser has', async () => {
  const gateway = await start()
  const [first, second] = [await withToken(gateway, 'shared'), await withToken(gateway, 'shared')]
  await first.crawled(store)
  expect(await second.users()).toEqual(['user-of-shared'])
  await first.ask('/session', 'DELETE')
  expect(await first.users()).toEqual([])
  const late = await first.crawl('start')
  expect([late.status, (await late.json()).errors[0].code]).toEqual([401, 'NO_TOKEN'])
  expect(await second.users()).toEqual(['user-of-shared'])
  await second.ask('/session', 'DELETE')
  await vi.waitFor(async () => expect(await countRealms(store)).toBe(0), wait)
})

it('a token that is revoked in the middle of its job: nothing more is sent, and Resume sends the rest once', async () => {
  const gateway = await start()
  const browser = await withToken(gateway, 'revoked')
  let isRevoked = false
  let accepted: string[] = []
  host.respond = async ({ method, path }) => {
    if (method !== 'DELETE') return undefined
    if (isRevoked || accepted.length === 4) {
      isRevoked = true
      return 401
    }
    accepted = [...accepted, path.replace('/v3/connections/', '')]
    return undefined
  }
  const id = await browser.begin(nine)
  await vi.waitFor(async () => expect((await browser.job(id)).phase).toBe('stopped'), wait)
  expect(await browser.job(id)).toMatchObject({
    reason: 'Stopped because the API rejected the token (401).',
    counts: { done: 4, waiting: 5, sending: 0, unknown: 0, failed: 0 },
  })
  const before = host.removed().length
  expect(before).toBeLessThanOrEqual(8)
  await createLeases(store).sweep(STALE_MS)
  expect(host.removed()).toHaveLength(before)
  host.respond = async ({ method, path }) => {
    if (method === 'DELETE') accepted.push(path.replace('/v3/connections/', ''))
    return undefined
  }
  expect((await browser.order(id, 'resume')).status).toBe(200)
  await vi.waitFor(async () => expect((await browser.job(id)).counts.done).toBe(9), wait)
  expect(accepted.toSorted()).toEqual(nine)
})

describe('in the middle of a crawl', () => {
  const CONNECTIONS = 1_000
  /** Pages are read ahead of those that are saved. */
  const firstPageSaved = () =>
    vi.waitFor(async () => {
      const saved = await store.query('SELECT FROM directory_counts WHERE live >= 100 AND live < 200000')
      expect(saved).not.toEqual([])
    }, wait)
  const isLaterPage = async ({ method, page }: { method: string; page: number }) => {
    if (method !== 'GET' || page < 5) return false
    await firstPageSaved()
    return true
  }
  const crawl = async (browser: ReturnType<typeof browserAt>) => (await browser.read('/team/directory')).crawl
  const saved = async (browser: ReturnType<typeof browserAt>) => (await browser.read('/team/directory')).counts.live
  /** The state is read once a second. */
  const isPart = (browser: ReturnType<typeof browserAt>) =>
    vi.waitFor(async () => {
      const count = await saved(browser)
      expect(count).toBeGreaterThanOrEqual(100)
      expect(count).toBeLessThan(CONNECTIONS)
    }, wait)

  it('a revoked token stops it with the reason, and what was loaded stays', async () => {
    const gateway = await start()
    const browser = await withToken(gateway, 'crawler')
    host.connections = CONNECTIONS
    host.respond = async (request) => ((await isLaterPage(request)) ? 401 : undefined)
    await browser.crawl('start')
    await vi.waitFor(async () => expect((await crawl(browser)).phase).toBe('failed'), wait)
    expect(await crawl(browser)).toMatchObject({ error: 'The API rejected the token (401).' })
    await isPart(browser)
    const sent = host.sent.length
    host.respond = async () => undefined
    await browser.crawled(store)
    await vi.waitFor(async () => expect(await saved(browser)).toBe(CONNECTIONS), wait)
    const pages = host.sent.slice(sent).filter(({ path }) => path === '/v3/connections')
    expect(new Set(pages.map(({ page }) => page)).size).toBe(pages.length)
  })

  it.each([
    [
      'owner',
      200_000,
      'The limit is 200,000 connections in accounts of tokens that were added in browsers for each person.',
    ],
    [
      'all',
      1_000_000,
      'The limit is 1,000,000 connections in accounts of tokens that were added in browsers for all together.',
    ],
  ])('the bound of connections (%s) ends it with the bound, and what was loaded stays', async (of, most, words) => {
    const gateway = await start()
    const browser = await withToken(gateway, `full-${of}`)
    const other = await withToken(gateway, `other-${of}`)
    await other.crawled(store)
    const [{ id: realm } = {}] = await store.query('SELECT id FROM realms WHERE is_added AND ended_at IS NULL')
    host.connections = CONNECTIONS
    let fill: Promise<unknown> | undefined
    host.respond = async (request) => {
      if (!(await isLaterPage(request))) return undefined
      if (of === 'all') fill ??= store.query("UPDATE leases SET owner = 'another' WHERE realm = $1", [realm])
      await fill
      await store.query("UPDATE fleet_counts SET live = $2 WHERE realm = $1 AND kind = 'month'", [realm, most])
      return undefined
    }
    await browser.crawl('start')
    await vi.waitFor(async () => expect((await crawl(browser)).phase).toBe('failed'), wait)
    expect((await crawl(browser)).error).toContain(words)
    await isPart(browser)
    const refused = await (await browser.crawl('start')).json()
    expect(refused.errors).toMatchObject([{ code: 'BOUND', reached: { bound: 'addedConnections', of, most } }])
    expect((await browser.read('/team/users')).rows).toMatchObject([{ id: `user-of-full-${of}` }])
  })
})
