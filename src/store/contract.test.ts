/** What both engines promise, on both: the embedded one in its thread, and a real server. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, storeOf } from './harness'
import { openRealm } from './realms'
import { StoreError, type StoreFailure } from './store'
import { createSubscriptions } from './subscriptions'

/** How a statement fails. */
const failureOf = (work: Promise<unknown>): Promise<StoreFailure | 'no StoreError' | 'none'> =>
  work.then(
    () => 'none',
    (error) => (error instanceof StoreError ? error.failure : 'no StoreError'),
  )

describe.each(engines)('%s', async (engine) => {
  const store = await storeOf(engine)
  beforeAll(async () => {
    await store.query('CREATE TABLE things (id integer PRIMARY KEY, text text)')
  }, 30_000)
  const one = async (sql: string, ...parameters: unknown[]) => (await store.query(sql, parameters))[0]

  it('says which it is, and has the tables', async () => {
    expect(store.engine).toBe(engine)
    expect(await one('SELECT count(*) AS count FROM connections')).toEqual({ count: 0 })
  })
  it('returns numbers as numbers, times as dates, JSON parsed', async () => {
    expect(
      await one(`SELECT 9007199254740991::bigint AS large, 2.5::numeric AS exact, sum(n) AS sum, ARRAY[1, 2]::bigint[] AS many,
        '2026-11-23T10:00:00.123Z'::timestamptz AS time, '{"a":[1]}'::jsonb AS json, NULL::text AS nothing, true AS yes,
        '2026-11-23'::date AS day FROM unnest(ARRAY[1, 2]::bigint[]) AS n`),
    ).toEqual({
      large: 9007199254740991,
      exact: 2.5,
      sum: 3,
      many: [1, 2],
      time: new Date('2026-11-23T10:00:00.123Z'),
      json: { a: [1] },
      nothing: null,
      yes: true,
      day: '2026-11-23',
    })
  })
  it('takes parameters: arrays, nothing, times, a megabyte', async () => {
    const long = 'ä'.repeat(500_000)
    const time = new Date('2026-11-23T10:00:00.123Z')
    expect(
      await one(
        'SELECT $1::text AS long, $2::text AS nothing, $3::timestamptz AS time, $4::text[] AS texts, $5::timestamptz[] AS times, $6::bigint AS number, $7::jsonb AS json',
        ...[long, null, time, ['a', null, '"{},\\ \n', ''], [time, null], 2 ** 53 - 1, '[{"a":1}]'],
      ),
    ).toEqual({
      long,
      nothing: null,
      time,
      texts: ['a', null, '"{},\\ \n', ''],
      times: [time, null],
      number: 2 ** 53 - 1,
      json: [{ a: 1 }],
    })
    expect(
      await store.query('SELECT id FROM unnest($1::text[]) AS id WHERE id = ANY ($2)', [['a', 'b'], ['b']]),
    ).toEqual([{ id: 'b' }])
  })
  it('returns every text as it was given', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))),
        async (texts) => {
          expect(await one('SELECT $1::text[] AS texts', texts)).toEqual({ texts })
        },
      ),
      { numRuns: 50 },
    )
  })
  it('refuses a NUL byte, in a text and in an array, and goes on', async () => {
    expect(await failureOf(store.query('SELECT $1::text', ['a\0b']))).toBe('failed')
    expect(await failureOf(store.query('SELECT $1::text[]', [['a\0b']]))).toBe('failed')
    expect(await one('SELECT 1 AS one')).toEqual({ one: 1 })
  })
  it('says why in a word, and never with a row', async () => {
    await store.query("INSERT INTO things VALUES (1, 'canary')")
    const failure = await store.query("INSERT INTO things VALUES (1, 'canary')").catch((error: unknown) => error)
    expect(failure).toMatchObject({ failure: 'failed', cause: { message: '23505, things_pkey' } })
    expect(await store.query('SELECT $1::integer', ['canary']).catch((error: unknown) => error)).toMatchObject({
      cause: { message: '22P02' },
    })
    expect(await store.query('SELECT nowhere').catch((error: unknown) => error)).toMatchObject({
      cause: { message: '42703: column "nowhere" does not exist' },
    })
  })
  it('keeps all of a transaction or nothing', async () => {
    const result = await store.transaction(async ({ query }) => {
      await query("INSERT INTO things VALUES (10, 'a')")
      return (await query('SELECT text FROM things WHERE id = 10'))[0]
    })
    expect(result).toEqual({ text: 'a' })
    const failure = new Error('of the work')
    const failed = store.transaction(async ({ query }) => {
      await query("INSERT INTO things VALUES (11, 'b')")
      throw failure
    })
    await expect(failed).rejects.toBe(failure)
    const swallowed = store.transaction(async ({ query }) => {
      await query("INSERT INTO things VALUES (12, 'c')")
      await query('SELECT nowhere').catch(() => undefined)
    })
    expect(await failureOf(swallowed)).toBe('failed')
    expect(await store.query('SELECT id FROM things WHERE id >= 10')).toEqual([{ id: 10 }])
  })
  it('carries out the statements of a transaction one after the other, and none after its end', async () => {
    let late: (() => Promise<unknown>) | undefined
    await store.transaction(async ({ query }) => {
      late = () => query('SELECT 1')
      await Promise.all([20, 21, 22].map((id) => query('INSERT INTO things VALUES ($1, $2)', [id, 'x'])))
    })
    expect(await failureOf(late?.() ?? Promise.resolve())).toBe('failed')
    expect(await one("SELECT count(*) AS count FROM things WHERE text = 'x'")).toEqual({ count: 3 })
  })
  it('keeps callers apart', async () => {
    await store.query('INSERT INTO things VALUES (30, $1)', ['0'])
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction(async ({ query }) => {
          const [row] = await query('SELECT text FROM things WHERE id = 30 FOR UPDATE')
          await query('UPDATE things SET text = $1 WHERE id = 30', [String(Number(row?.text) + 1)])
        }),
      ),
    )
    expect(await one('SELECT text FROM things WHERE id = 30')).toEqual({ text: '20' })
  })
  it('carries out several statements without parameters, all or none', async () => {
    expect(await store.query('SELECT 1 AS a; SELECT 2 AS b')).toEqual([{ b: 2 }])
    expect(await failureOf(store.query("INSERT INTO things VALUES (40, 'y'); SELECT nowhere"))).toBe('failed')
    expect(await store.query('SELECT id FROM things WHERE id = 40')).toEqual([])
  })
  it('tells whoever listens, once it is certain, until they stop', async () => {
    const heard: string[] = []
    const [stop, stopOther] = await Promise.all([
      store.listen('hints', (payload) => heard.push(payload)),
      store.listen('hints', (payload) => heard.push(`other ${payload}`)),
    ])
    await store
      .transaction(async ({ query }) => {
        await query("SELECT pg_notify('hints', 'never')")
        throw new Error('of the work')
      })
      .catch(() => undefined)
    await store.query("NOTIFY hints, 'one'")
    await expect.poll(() => heard).toEqual(['one', 'other one'])
    await stop()
    await store.query("NOTIFY hints, 'two'")
    await expect.poll(() => heard).toEqual(['one', 'other one', 'other two'])
    await stopOther()
  })
  it('keeps a history of subscriptions', async () => {
    const history = createSubscriptions(store, await openRealm(store, 'history'))
    const at = new Date('2026-11-23T10:00:00.123Z')
    const three = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
    const seen = { at, by: null, isTold: false } as const
    await history.note([
      { ...seen, ...three, state: 'accepted' },
      { ...seen, subscriptionId: 's', state: 'not found' },
    ])
    await history.note([{ ...seen, ...three, subscriptionId: 's', state: 'present', at: new Date(at.getTime() + 1) }])
    const first = await history.page({ q: 'S', state: 'present', webhook: 'w', limit: 1 })
    expect(first).toMatchObject({ rows: [{ ...three, subscriptionId: 's', since: at.toISOString() }], next: null })
    await history.note([{ ...seen, subscriptionId: 'older', state: 'present', at: new Date(0) }])
    const { next, count } = await history.page({ limit: 1 })
    expect([count.value, (await history.page({ limit: 1, after: next ?? '' })).rows[0]?.subscriptionId]).toEqual([
      2,
      'older',
    ])
  })
})

describe.each(engines)('%s, closed', async (engine) => {
  const store = await storeOf(engine)
  let closing: Promise<void>
  afterAll(async () => {
    await closing
    await store.close() // which is nothing any more
  }, 30_000)
  it('ends what is under way in some way, and refuses the rest', async () => {
    const running = Array.from({ length: 10 }, (_, at) => failureOf(store.query('SELECT $1::int', [at])))
    closing = store.close()
    expect(await failureOf(store.query('SELECT 1'))).toBe('unavailable')
    for (const failure of await Promise.all(running)) expect(['none', 'unavailable']).toContain(failure)
  })
})
