/** How deliveries arrive, and how many are kept of whom. */
import * as z from 'zod/mini'
import { type Count, type DeliveriesOf, MOST_COUNTED, MOST_SCANNED, ofWhom } from './deliver-search'
import { Parameters } from './directory-question'
import type { Queries } from './store'

export interface Arrivals {
  last: Date | undefined
  /** Of the last 24 hours. */
  day: Count
  /** The newest first. */
  recent: Date[]
  /** Of the last 24 hours, the current one last. */
  hours: number[]
}

/** From so many the usual gap follows. */
const MOST_RECENT = 200
const HOURS = 24

const Counted = z.object({ count: z.number() })
const At = z.object({ at: z.date() })
const Hour = z.object({ hour: z.number(), count: z.number() })

export async function readArrivals({ query }: Queries, realm: number, of: DeliveriesOf, now: Date): Promise<Arrivals> {
  const newest = (parameters: Parameters, most: number) => {
    const arms = [`realm = ${parameters.add(realm)}`, ...ofWhom(parameters, of)]
    return `SELECT at FROM deliveries WHERE ${arms.join(' AND ')} ORDER BY id DESC LIMIT ${most}`
  }
  const recently = new Parameters()
  const recent = (await query(newest(recently, MOST_RECENT), recently.values)).map((row) => At.parse(row).at)
  const hourly = new Parameters()
  const at = hourly.add(now)
  const rows = await query(
    `SELECT least(floor(extract(epoch FROM ${at}::timestamptz - at) / 3600), ${HOURS})::integer AS hour, count(*) AS count
     FROM (${newest(hourly, MOST_SCANNED)}) AS newest GROUP BY 1`,
    hourly.values,
  )
  const hours = Array.from({ length: HOURS }, () => 0)
  let looked = 0
  let older = 0
  for (const row of rows) {
    const { hour, count } = Hour.parse(row)
    looked += count
    if (hour >= HOURS) older += count
    else hours[HOURS - 1 - Math.max(hour, 0)] = (hours[HOURS - 1 - Math.max(hour, 0)] ?? 0) + count
  }
  return {
    last: recent[0],
    day: { value: looked - older, isExact: older > 0 || looked < MOST_SCANNED },
    recent,
    hours,
  }
}

export interface Counts {
  deliveries: Count
  /** Signals whose last value is kept. */
  values: number
}

export async function countDeliveries(
  { query }: Queries,
  realm: number,
  of: Omit<DeliveriesOf, 'webhook'>,
): Promise<Counts> {
  const ask = async (table: string, most: number) => {
    const parameters = new Parameters()
    const arms = [`realm = ${parameters.add(realm)}`, ...ofWhom(parameters, of)]
    const [row] = await query(
      `SELECT count(*) AS count FROM (SELECT FROM ${table} WHERE ${arms.join(' AND ')} LIMIT ${most}) AS few`,
      parameters.values,
    )
    return Counted.parse(row).count
  }
  const count = await ask('deliveries', MOST_COUNTED + 1)
  return {
    deliveries: { value: Math.min(count, MOST_COUNTED), isExact: count <= MOST_COUNTED },
    values: await ask('last_values', MOST_COUNTED),
  }
}
