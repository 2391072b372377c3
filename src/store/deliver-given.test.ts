/** Rows come out of a statement as they were given to it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givenRows } from './deliver-given'
import { sqlEngines, storeOf } from './harness'

describe.each(sqlEngines)('rows given to %s', async (engine) => {
  const store = await storeOf(engine)

  const columns = {
    text: ['name'],
    bigint: ['large'],
    float8: ['exact'],
    boolean: ['flag'],
    timestamptz: ['time'],
    list: ['few'],
    bytes: ['head', 'body'],
  }
  const text = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((one) => one.replaceAll('\0', '').replaceAll('\u001f', ''))
  const bytes = fc.option(
    fc.uint8Array({ maxLength: 50 }).map((one) => Buffer.from(one)),
    { nil: undefined },
  )
  const row = fc.record({
    name: fc.option(text, { nil: undefined }),
    large: fc.option(fc.maxSafeInteger(), { nil: undefined }),
    exact: fc.double({ noNaN: true, noDefaultInfinity: true }),
    flag: fc.boolean(),
    time: fc.option(fc.date({ min: new Date(0), max: new Date(253_402_300_799_999), noInvalidDate: true }), {
      nil: undefined,
    }),
    few: fc.array(
      text.filter((one) => one !== ''),
      { maxLength: 4 },
    ),
    head: bytes,
    body: bytes,
  })

  it('come out as they are, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
        const { from, values } = givenRows(columns, rows, 2)
        const found = await store.query(
          `SELECT $1::integer AS first, name, large, exact, flag, time, few, encode(head, 'base64') AS head, encode(body, 'base64') AS body
           FROM ${from} AS given`,
          [7, ...values],
        )
        const read = (base64: unknown) => (base64 === null ? undefined : Buffer.from(String(base64), 'base64'))
        expect(found.map((one) => ({ ...one, head: read(one.head), body: read(one.body) }))).toEqual(
          rows.map(({ name = null, large = null, time = null, exact, ...same }) => ({
            ...{ first: 7, name, large, time, exact: exact + 0, ...same },
          })),
        )
      }),
      { numRuns: 60 },
    )
  })
  it('lose nothing but the character that parts them', async () => {
    const { from, values } = givenRows({ list: ['few'] }, [{ few: ['a\u001fb', 'c'] }], 1)
    expect(await store.query(`SELECT few FROM ${from} AS given`, values)).toEqual([{ few: ['a b', 'c'] }])
  })
})
