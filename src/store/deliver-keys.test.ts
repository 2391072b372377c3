/** Rows are counted by their key in parts, whatever their number. */
import { describe, expect, it } from 'vitest'
import { countByKey } from './deliver-keys'
import { newRealm, sqlEngines, storeOf } from './harness'

const COUNT = 12_001

describe.each(sqlEngines)('keys on %s', async (engine) => {
  const store = await storeOf(engine)

  it('are counted in each table, and of this realm alone', async () => {
    const [realm, other] = [await newRealm(store), await newRealm(store)]
    const sealed = "decode(CASE WHEN n % 4 = 0 THEN '01aaaaaaaa' ELSE '01bbbbbbbb' END || 'ffff', 'hex')"
    for (const one of [realm, other])
      await store.query(
        `WITH numbers AS (SELECT generate_series(1, $2::integer) AS n), delivered AS (
          INSERT INTO deliveries (realm, event_key, at, last_at, kind, triggers, signals, flags, bytes, room, signature, signed_with, head)
          SELECT $1::smallint, n, now(), now(), 'state', '{}', '{}', '{}', 1, 1, '', 'current', ${sealed} FROM numbers
        )
        INSERT INTO last_values (realm, vehicle_key, code, recorded, sequence, sent, event_key, value, status_sequence,
          status_sent, status_event_key, is_failing)
        SELECT $1::smallint, decode(to_hex(n / 7 + 16), 'hex'), n, 0, 0, 0, '', CASE WHEN n % 2 = 0 THEN ${sealed} END, 0, 0, '', false
        FROM numbers WHERE length(to_hex(n / 7 + 16)) % 2 = 0`,
        [one, COUNT],
      )
    const [values] = await store.query('SELECT count(value) AS count FROM last_values WHERE realm = $1', [realm])
    const counts = await countByKey(store, realm, () => true)
    expect(Object.fromEntries(counts.deliveries)).toEqual({ aaaaaaaa: 3_000, bbbbbbbb: 9_001 })
    expect([...counts.values.values()].reduce((a, b) => a + b)).toBe(values?.count)
    expect(counts.errors.size).toBe(0)
    expect((await countByKey(store, realm, () => false)).deliveries.size).toBe(0)
  })
})
