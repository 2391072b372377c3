/** The store's life beside the server's: opened late, away, back, left behind; and removals that reach the directory. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StoreError, type StoreFailure } from '../../store/store'
import { cookieOf, startHost, startTestGateway } from '../harness'
import { createDouble } from './team-harness'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function start({ double = createDouble(), isSandbox = false, env = {}, status = 204 } = {}) {
  const answers = { status }
  const host = await startHost((_, res) => res.writeHead(answers.status).end())
  const { address } = host
  const gateway = await startTestGateway(
    { vehicleData: address, vehicle: address, management: address },
    { ACCESS_TOKEN: 'canary-own', ...env },
    undefined,
    { store: double.source, isSandbox },
  )
  closers.push(host.close, gateway.close)
  const is = (state: string) => vi.waitFor(() => expect(gateway.app.team.state()).toBe(state), 5_000)
  const remove = (path: string, init: RequestInit = {}) =>
    gateway.ask(`/api/vehicle/v3/${path}`, { method: 'DELETE', ...init })
  /** What was asked of the directory but for its state. */
  const asked = () => double.asked.filter(([what]) => what !== 'state')
  return { gateway, double, is, remove, asked, answers }
}
/** @param failures of the first tries, in order */
function failingAtFirst(...failures: StoreFailure[]) {
  const double = createDouble()
  const { open } = double.source
  let tries = 0
  double.source.open = async (log) => {
    tries += 1
    const failure = failures[tries - 1]
    if (failure) throw new StoreError(failure, new Error('ECONNREFUSED'))
    return open(log)
  }
  return { double, tries: () => tries }
}

describe('the start', () => {
  it('waits for no store: one that can’t be had is tried again, and said once', async () => {
    const { double, tries } = failingAtFirst('unavailable', 'unavailable')
    const { gateway, is } = await start({ double })
    expect((await gateway.ask('/healthz')).status).toBe(200)
    await is('away')
    const reason = 'The store can’t be reached.'
    expect(await (await gateway.ask('/readyz')).json()).toEqual({ ready: true, store: 'away', storeReason: reason })
    await is('ready')
    expect(tries()).toBe(3)
    const told = gateway.faults.map((line) => JSON.parse(line))
    expect(told).toMatchObject([{ level: 'error', failure: 'unavailable' }, { level: 'info' }])
    expect(gateway.faults.join()).not.toContain('canary')
  })
  it('closes a store again whose account can’t be made, and tries both', async () => {
    const double = createDouble()
    const { keep } = double.source
    let tries = 0
    double.source.keep = async (store, keeping) => {
      tries += 1
      if (tries === 1) throw new StoreError('timeout')
      return keep(store, keeping)
    }
    const { is } = await start({ double })
    await is('ready')
    expect([double.opened(), double.asked[0]]).toEqual([2, ['close']])
  })
  it('lets a crawl begin without being asked in a sandbox alone', async () => {
    const [sandbox, real] = [await start({ isSandbox: true }), await start()]
    for (const { is, double } of [sandbox, real]) {
      await is('ready')
      expect(double.keepings).toMatchObject([{ limit: null, sizes: [100, 50, 25, 10] }])
    }
    expect(sandbox.double.keepings[0]?.beginsByItself).toBe(true)
    expect(real.double.keepings[0]?.beginsByItself).toBe(false)
    expect(sandbox.double.keepings[0]?.realm).not.toBe(real.double.keepings[0]?.realm)
  })
})

describe('a removal', () => {
  it('that succeeds leaves the directory, before the next one looks', async () => {
    const { gateway, is, remove, asked, double } = await start()
    await is('ready')
    expect((await remove('users/u-1')).status).toBe(204)
    const { rows } = (await (await gateway.ask('/team/users')).json()) as { rows: { id: string }[] }
    expect(rows.map(({ id }) => id)).toEqual(['u-2'])
    expect((await remove('connections/c%20%2B1')).status).toBe(204)
    await vi.waitFor(() => expect(asked()).toContainEqual(['removed', 'c +1']))
    expect(asked()).toContainEqual(['purgeUser', 'u-1'])
    expect(double.users.has('u-1')).toBe(false)
  })
  it.each([
    [200, true],
    [404, true],
    [400, false],
    [401, false],
    [500, false],
    [302, false],
  ])('that returns %i leaves it: %s', async (status, leaves) => {
    const { is, remove, asked, gateway } = await start({ status })
    await is('ready')
    await remove('connections/c-1')
    await gateway.ask('/team/makes')
    expect(asked().filter(([what]) => what === 'removed')).toEqual(leaves ? [['removed', 'c-1']] : [])
  })
  it('with a browser’s own token is another account’s', async () => {
    const { gateway, is, remove, asked } = await start()
    await is('ready')
    const { cookies } = await gateway.session({ version3: 'canary-other' })
    expect((await remove('users/u-1', { headers: { cookie: cookieOf(cookies) } })).status).toBe(204)
    expect((await gateway.ask('/api/vehicle/v3/connections/c-1')).status).toBe(204) // a read is none
    await gateway.ask('/team/makes')
    expect(asked()).toEqual([['makes']])
  })
  it.each(['unavailable', 'readonly'] as const)(
    'goes through while the store is away (%s), and leaves the directory when it is back',
    async (failure) => {
      const { gateway, double, is, remove, asked } = await start()
      await is('ready')
      double.fail(failure)
      for (const id of ['u-1', 'u-2']) expect((await remove(`users/${id}`)).status).toBe(204)
      await is('away')
      const text = await gateway.app.metrics.text()
      expect(text).toMatch(/forecourt_store_up 0\n/)
      expect(text).toMatch(/forecourt_store_waiting_notes 2\n/)
      double.fail(undefined)
      await is('ready')
      await vi.waitFor(() => expect(double.users.size).toBe(0))
      expect(asked().at(-1)).toEqual(['purgeUser', 'u-2'])
      expect(gateway.faults.join()).not.toContain('canary')
    },
  )
  it('before the store is there waits for it', async () => {
    const { double } = failingAtFirst('locked')
    const { is, remove } = await start({ double })
    expect((await remove('users/u-1')).status).toBe(204)
    await is('ready')
    await vi.waitFor(() => expect([...double.users.keys()]).toEqual(['u-2']))
  })
})

describe('the metrics', () => {
  it('have the store, its statements and what the directory has', async () => {
    const { gateway, is, double } = await start()
    await is('ready')
    await gateway.ask('/team/users')
    double.fail('timeout')
    await gateway.ask('/team/users')
    double.fail(undefined)
    const text = await gateway.app.metrics.text()
    expect(text).toMatch(/forecourt_store_up 1\n/)
    expect(text).toMatch(/forecourt_store_statements_total\{outcome="ok"\} [1-9]/)
    expect(text).toMatch(/forecourt_store_statements_total\{outcome="timeout"\} [1-9]/)
    expect(text).toMatch(/forecourt_store_statement_seconds_count [1-9]/)
    expect(text).toContain('forecourt_directory{what="users"} 2')
    expect(text).toMatch(/forecourt_gateway_errors_total\{code="STORE_UNAVAILABLE"\} 1/)
  })
})

describe('the end', () => {
  it('is the crawl’s first, then what was removed, then the store’s', async () => {
    const { gateway, is, remove, asked } = await start()
    await is('ready')
    gateway.app.stopping()
    await vi.waitFor(() => expect(asked()).toEqual([['close crawler']]))
    expect((await remove('connections/c-1')).status).toBe(204) // while it drains
    await gateway.app.keep()
    expect(asked().map(([what]) => what)).toEqual(['close crawler', 'removed', 'close crawler', 'close'])
    expect((await gateway.ask('/team/users')).status).toBe(503)
  })
  it('waits no longer than a second for a store that hangs', async () => {
    const { gateway, is, double } = await start()
    await is('ready')
    double.hang()
    const began = performance.now()
    await gateway.app.keep()
    expect(performance.now() - began).toBeLessThan(2_000)
  })
  it('closes a store that was opened too late', async () => {
    const double = createDouble()
    let arrive = () => {}
    const { open } = double.source
    double.source.open = async (log) => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return open(log)
    }
    const { gateway, asked } = await start({ double })
    await gateway.app.keep()
    arrive()
    await vi.waitFor(() => expect(asked()).toEqual([['close']]))
    expect(double.keepings).toEqual([])
  })
})
