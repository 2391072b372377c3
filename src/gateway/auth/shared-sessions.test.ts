/** Sign-ins at two servers with one PostgreSQL: signed in at one is signed in at both, and so is signed out. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../../store/harness'
import { openStore } from '../../store/open'
import { type Queries, type Store, StoreError, type StoreFailure } from '../../store/store'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import type { StoreSource } from '../team/own-team'
import { keepOwn } from '../team/store-source'
import { ABSOLUTE_MS, IDLE_MS, OPERATOR_COOKIE } from './operator-session'
import { createBrowser, oidcEnv, type ProviderRequest, startProvider } from './provider-harness'

/** Of the hooks: a database begins beside other tests that keep the processor busy. */
const BUSY_MS = 20_000
const silent = { info: () => undefined, warn: () => undefined }

let database: Awaited<ReturnType<typeof createDatabase>>
let provider: Awaited<ReturnType<typeof startProvider>>
let host: Awaited<ReturnType<typeof startHost>>
let time = Date.now()
/** While it is set, changes are not answered. */
let held: Promise<void> | undefined
const all: TestGateway[] = []

/** A store that can be told to fail, and to tell nobody of what is signed out. */
function createSource() {
  let failure: StoreFailure | undefined
  let isDeaf = false
  let asked = 0
  const failing = (queries: Queries): Queries => ({
    async query(sql, parameters) {
      if (failure) throw new StoreError(failure)
      if (sql.includes('FROM sessions')) asked += 1
      return queries.query(sql, parameters)
    },
  })
  const watch = (store: Store): Store => ({
    ...store,
    ...failing(store),
    async transaction(work, options) {
      if (failure) throw new StoreError(failure)
      return store.transaction((queries) => work(failing(queries)), options)
    },
    listen: (channel, heard) => store.listen(channel, (payload) => isDeaf || heard(payload)),
  })
  const source: StoreSource = {
    open: async () => {
      if (failure) throw new StoreError(failure)
      return watch(await openStore({ engine: 'postgresql', url: database.url, pool: 5 }, silent))
    },
    keep: keepOwn,
  }
  return {
    source,
    /** From now on every statement fails so; undefined: none. */
    fail(how: StoreFailure | undefined) {
      failure = how
    },
    hearNothing(isSo: boolean) {
      isDeaf = isSo
    },
    /** How often sessions were looked up. */
    asked: () => asked,
  }
}
type Source = ReturnType<typeof createSource>

async function start(source: StoreSource): Promise<TestGateway> {
  const { address } = host
  const env = { ...oidcEnv(provider.issuer), ACCESS_TOKEN: 't', VEHICLE_DATA_TOKEN: 't' }
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, env, undefined, { now: () => time, store: source, consolePort: 1 })
  all.push(gateway)
  provider.open(all.map(({ origin }) => origin))
  return gateway
}
const is = (gateway: TestGateway, state: string) =>
  vi.waitFor(() => expect(gateway.app.team.state()).toBe(state), { timeout: BUSY_MS, interval: 10 })

let here: Source
let there: Source
let a: TestGateway
let b: TestGateway

beforeAll(async () => {
  database = await createDatabase()
  provider = await startProvider()
  host = await startHost(async (req, res) => {
    if (req.method === 'DELETE') await held
    res.writeHead(req.method === 'DELETE' ? 204 : 200, { 'content-type': 'application/json' })
    res.end(req.method === 'DELETE' ? undefined : '{"data":[]}')
  })
  ;[here, there] = [createSource(), createSource()]
  ;[a, b] = [await start(here.source), await start(there.source)]
  await Promise.all([is(a, 'ready'), is(b, 'ready')])
}, BUSY_MS)
beforeEach(() => {
  host.requests.length = 0
  time = Date.now()
})
afterAll(async () => {
  await Promise.all(all.map(({ close }) => close()))
  provider.close()
  host.close()
  await database.remove()
})

type Browser = ReturnType<typeof createBrowser>
async function signedIn(at = a): Promise<Browser> {
  const browser = createBrowser()
  expect((await browser.go(`${at.origin}/auth/sign-in`)).status).toBe(200)
  return browser
}
let addresses = 0
/** An address that is like no other: what it says is remembered by nobody. */
const read = async (browser: Browser, at: TestGateway) => {
  addresses += 1
  return codeOf(await browser.ask(`${at.origin}/api/vehicle/v3/connections?page[number]=${addresses}`))
}
const change = async (browser: Browser, at: TestGateway, id = 'c') =>
  codeOf(await browser.ask(`${at.origin}/api/vehicle/v3/connections/${id}`, { method: 'DELETE' }))
const signOut = (browser: Browser, at: TestGateway) =>
  browser.ask(`${at.origin}/auth/sign-out`, { method: 'POST' }).then(({ status }) => status)
const codeOf = ({ status, body }: ProviderRequest) => (status < 300 ? status : JSON.parse(body).errors?.[0].code)
const readiness = async (at: TestGateway) => (await at.ask('/readyz')).json()
const changes = () => host.requests.filter(({ method }) => method === 'DELETE').length

describe('a sign-in', () => {
  it('at one server is good at the other', async () => {
    const browser = await signedIn()
    expect([await read(browser, b), await change(browser, b)]).toEqual([200, 204])
  })
  it('is looked up once a second for reads, and each time for changes', async () => {
    const browser = await signedIn()
    await read(browser, b)
    const before = there.asked()
    await Promise.all([1, 2, 3].map(() => read(browser, b)))
    expect(there.asked()).toBe(before)
    time += 1_000
    await Promise.all([1, 2, 3].map(() => read(browser, b)))
    expect(there.asked()).toBe(before + 1)
    for (const count of [2, 3]) {
      expect(await change(browser, b)).toBe(204)
      expect(there.asked()).toBe(before + count)
    }
  })
  it('is kept alive at both by its use at one, and ends at both without', async () => {
    const browser = await signedIn()
    const copy = browser.snapshot()
    time += IDLE_MS - 60_000
    expect(await read(browser, a)).toBe(200)
    copy() // not the cookie says so
    time += IDLE_MS - 60_000
    await vi.waitFor(async () => {
      time += 1_000 // past what was found before the use was written
      expect(await read(browser, b)).toBe(200)
    })
    time += IDLE_MS
    expect([await read(browser, a), await read(browser, b)]).toEqual(['SIGN_IN_REQUIRED', 'SIGN_IN_REQUIRED'])
  })
  it('ends twelve hours after it began', async () => {
    const browser = await signedIn()
    time += ABSOLUTE_MS
    expect(await read(browser, b)).toBe('SIGN_IN_REQUIRED')
  })
})

describe('a sign-out', () => {
  it('at one server is one at the other: at once for changes', async () => {
    there.hearNothing(true)
    const browser = await signedIn()
    expect(await read(browser, b)).toBe(200)
    const stolen = browser.snapshot()
    expect(await signOut(browser, a)).toBe(200)
    stolen()
    expect([await read(browser, b), await change(browser, b)]).toEqual([200, 'SIGN_IN_REQUIRED'])
    expect([changes(), await read(browser, b)]).toEqual([0, 'SIGN_IN_REQUIRED'])
    there.hearNothing(false)
  })
  it('is one for reads as soon as the hint comes, and after a second without it', async () => {
    for (const isDeaf of [false, true]) {
      there.hearNothing(isDeaf)
      const browser = await signedIn()
      expect(await read(browser, b)).toBe(200)
      const stolen = browser.snapshot()
      await signOut(browser, a)
      stolen()
      if (isDeaf) time += 1_000
      const refused = async () => expect(await read(browser, b)).toBe('SIGN_IN_REQUIRED')
      await (isDeaf ? refused() : vi.waitFor(refused, { timeout: 5_000, interval: 5 }))
    }
    there.hearNothing(false)
  })
  it('refuses a copy of the cookie after a restart, too', async () => {
    const browser = await signedIn()
    const stolen = browser.snapshot()
    await signOut(browser, a)
    stolen()
    const restarted = await start(createSource().source)
    await is(restarted, 'ready')
    expect([await read(browser, restarted), await change(browser, restarted)]).toEqual([
      'SIGN_IN_REQUIRED',
      'SIGN_IN_REQUIRED',
    ])
  })
  it('stops a change that waits for its turn elsewhere', async () => {
    let go = () => {}
    held = new Promise((resolve) => {
      go = resolve
    })
    const browser = await signedIn()
    const first = Array.from({ length: 16 }, (_, n) => change(browser, b, `first-${n}`)) // as many as one may have open
    await vi.waitFor(() => expect(changes()).toBe(16))
    const waiting = change(browser, b, 'waiting')
    const isWaiting = /^forecourt_waiting_for_room{host="vehicle",effect="change"} 1$/m
    await vi.waitFor(async () => expect(await b.app.metrics.text()).toMatch(isWaiting))
    await signOut(browser, a)
    go()
    held = undefined
    expect(await waiting).toBe('SIGN_IN_REQUIRED')
    expect(new Set(await Promise.all(first))).toEqual(new Set([204]))
    expect(changes()).toBe(16)
    const refused = b.lines.map((line) => JSON.parse(line)).filter(({ ids }) => ids?.connectionId === 'waiting')
    expect(refused).toEqual([]) // it was never on its way
  })
  it('leaves the other sessions of the same person', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    await signOut(one, a)
    expect(await change(other, b)).toBe(204)
  })
})

describe('while the store is away', () => {
  const away = async (act: () => Promise<void>) => {
    there.fail('unavailable')
    try {
      await act()
    } finally {
      there.fail(undefined)
      await is(b, 'ready')
    }
  }
  it('reads go on, changes and tokens are refused, and nobody signs in', async () => {
    const browser = await signedIn()
    await away(async () => {
      expect([await read(browser, b), await change(browser, b)]).toEqual([200, 'STORE_UNAVAILABLE'])
      const reason = { reason: 'store', store: 'away', storeReason: 'The store can’t be reached.' }
      expect(await readiness(b)).toEqual({ ready: false, ...reason })
      expect((await b.ask('/readyz')).status).toBe(503)
      const tokens = { method: 'POST', body: '{"version3":"x"}' } as const
      expect(codeOf(await browser.ask(`${b.origin}/session`, tokens))).toBe('STORE_UNAVAILABLE')
      expect(codeOf(await browser.ask(`${b.origin}/session`, { method: 'DELETE' }))).toBe(200)
      const refused = await browser.ask(`${b.origin}/api/vehicle/v3/connections/c`, { method: 'DELETE' })
      expect(JSON.parse(refused.body).errors[0].detail).toBe(
        'The store can’t be reached. Your sign-in couldn’t be confirmed, so nothing was sent. Try again in a moment.',
      )
      const page = await createBrowser().go(`${b.origin}/auth/sign-in`)
      expect([page.status, page.body]).toEqual([503, expect.stringContaining('STORE_UNAVAILABLE')])
      expect(page.url).toBe(`${b.origin}/auth/sign-in`)
      expect(codeOf(await createBrowser().ask(`${b.origin}/auth/sign-in`))).toBe('STORE_UNAVAILABLE')
    })
    expect([changes(), await change(browser, b)]).toEqual([0, 204])
  })
  it('a sign-in that was begun before ends in words, without a cookie', async () => {
    const browser = createBrowser()
    const isBack = ({ pathname }: URL) => pathname === '/auth/callback'
    const { url } = await browser.go(`${b.origin}/auth/sign-in`, undefined, isBack)
    await away(async () => {
      const page = await browser.go(url, provider.issuer)
      expect([page.status, page.body]).toEqual([503, expect.stringContaining('STORE_UNAVAILABLE')])
      expect(browser.cookie(OPERATOR_COOKIE)).toBeUndefined()
    })
  })
  it('who was refused before is refused still', async () => {
    const browser = await signedIn()
    const stolen = browser.snapshot()
    await signOut(browser, a)
    stolen()
    expect(await change(browser, b)).toBe('SIGN_IN_REQUIRED')
    await away(async () => expect(await read(browser, b)).toBe('SIGN_IN_REQUIRED'))
  })
  it('a sign-out is one here at once, and everywhere once the store is back', async () => {
    const browser = await signedIn()
    const stolen = browser.snapshot()
    await away(async () => {
      expect(await signOut(browser, b)).toBe(200)
      expect(browser.cookie(OPERATOR_COOKIE)).toBeUndefined()
      stolen()
      expect([await read(browser, b), await read(browser, a)]).toEqual(['SIGN_IN_REQUIRED', 200])
    })
    await vi.waitFor(async () => expect(await change(browser, a)).toBe('SIGN_IN_REQUIRED'))
  })
  it('a sign-out pauses jobs that another server has, once the store is back', async () => {
    provider.person.subject = 'operator-2' // whose only session it is
    const browser = await signedIn()
    const startAt = new Date(Date.now() + 3_600_000).toISOString()
    const operation = 'DELETE /v3/connections/{connectionId}'
    const job = { key: 'click-away', operation, targets: ['c'], startAt }
    const sent = { method: 'POST', body: JSON.stringify(job) } as const
    const begun = JSON.parse((await browser.ask(`${a.origin}/team/jobs`, sent)).body)
    await away(async () => void (await signOut(browser, b)))
    provider.person.subject = 'operator-1'
    const other = await signedIn()
    await vi.waitFor(async () => {
      const { body } = await other.ask(`${a.origin}/team/jobs/${begun.job.id}`)
      expect(JSON.parse(body)).toMatchObject({ phase: 'paused', pauseCause: 'signed-out', isYours: false })
    })
  })
  it('a start waits for it with changes and sign-ins, not with reads', async () => {
    const browser = await signedIn()
    const { source } = createSource()
    let open = () => {}
    const opening = new Promise<void>((resolve) => {
      open = resolve
    })
    const late = await start({ ...source, open: (log) => opening.then(() => source.open(log)) })
    const waiting = change(browser, late)
    const signingIn = signedIn(late)
    expect(await read(browser, late)).toBe(200)
    expect(changes()).toBe(0)
    expect(await readiness(late)).toEqual({ ready: false, reason: 'starting', store: 'starting' })
    open()
    expect(await waiting).toBe(204)
    expect(await readiness(late)).toEqual({ ready: true, store: 'ready' })
    expect(await change(await signingIn, a)).toBe(204)
  })
  it('a start that can’t have it refuses changes', async () => {
    const browser = await signedIn()
    const lost = createSource()
    lost.fail('unavailable')
    const late = await start(lost.source)
    expect([await change(browser, late), await read(browser, late)]).toEqual(['STORE_UNAVAILABLE', 200])
  })
})

it('a session that the store does not have is none', async () => {
  const other = await startTestGateway(
    { vehicleData: host.address, vehicle: host.address, management: host.address },
    oidcEnv(provider.issuer),
    undefined,
    { now: () => time },
  )
  all.push(other)
  provider.open(all.map(({ origin }) => origin))
  const browser = await signedIn(other)
  const ownOnly = await browser.ask(`${other.origin}/auth/session`)
  expect(JSON.parse(ownOnly.body)).toMatchObject({ operator: { name: 'Operator One' } })
  expect(await read(browser, a)).toBe('SIGN_IN_REQUIRED')
})
