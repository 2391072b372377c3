/** Reads deliveries: pages of them, the newest first, and one with its attempts. */
import * as z from 'zod/mini'
import {
  ATTEMPT_COLUMNS,
  type AttemptRow,
  BODY_COLUMNS,
  type BodyRow,
  type DeliveryRow,
  ROW_COLUMNS,
  readAttempt,
  readBody,
  readRow,
} from './deliver-rows'
import { Parameters } from './directory-question'
import type { Queries, Row } from './store'

/** Of whom: what their ID is found by, under each key. */
export interface DeliveriesOf {
  webhook?: string | undefined
  vehicleKeys?: readonly Buffer[] | undefined
  userKeys?: readonly Buffer[] | undefined
}
export interface DeliverySearch extends DeliveriesOf {
  kind?: string | undefined
  /** Codes. */
  signal?: string | undefined
  trigger?: string | undefined
  /** One that it has; `none`: it has none at all. */
  flag?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** IDs that it is older or newer than. */
  before?: number | undefined
  after?: number | undefined
  limit: number
}
export interface Count {
  value: number
  isExact: boolean
}
export interface DeliveryPage {
  /** May be fewer than asked for, even none, while `next` is there. */
  rows: DeliveryRow[]
  /** The next page’s `before`; null at the end. */
  next: number | null
  count: Count
}
/** Matches are counted to here. */
export const MOST_COUNTED = 10_000
/** A page looks through so many rows where no index finds what it is for; its cursor goes on there. */
export const MOST_SCANNED = 20_000
/** Rows are numbered nearly in the order of their times: the clocks of instances differ by less. */
const CLOCKS = "interval '1 minute'"

const Id = z.object({ id: z.number() })
const Counted = z.object({ count: z.number() })

/** One key keeps the order of its index. */
export function keyIs(parameters: Parameters, column: string, keys: readonly Buffer[]): string {
  const [first, ...others] = keys.map((key) => `decode(${parameters.add(key.toString('base64'))}, 'base64')`)
  return others.length === 0 ? `${column} = ${first}` : `${column} IN (${[first, ...others].join(', ')})`
}

export function ofWhom(parameters: Parameters, { webhook, vehicleKeys, userKeys }: DeliveriesOf): string[] {
  const arms = webhook === undefined ? [] : [`webhook_id = ${parameters.add(webhook)}`]
  if (vehicleKeys) arms.push(keyIs(parameters, 'vehicle_key', vehicleKeys))
  if (userKeys) arms.push(keyIs(parameters, 'user_key', userKeys))
  return arms
}

/** Where in the order it looks. */
function rangeOf(parameters: Parameters, realm: number, search: DeliverySearch): string {
  const { since, until, before, after } = search
  const ofRealm = `realm = ${parameters.add(realm)}`
  const arms = [ofRealm, ...ofWhom(parameters, search)]
  if (before !== undefined) arms.push(`id < ${parameters.add(before)}`)
  if (after !== undefined) arms.push(`id > ${parameters.add(after)}`)
  const nearest = (where: string, order: string) =>
    `SELECT id FROM deliveries WHERE ${ofRealm} AND at ${where} ORDER BY at ${order} LIMIT 1`
  if (since)
    arms.push(
      `id >= coalesce((${nearest(`>= ${parameters.add(since)}::timestamptz - ${CLOCKS}`, 'ASC')}), ${Number.MAX_SAFE_INTEGER})`,
    )
  if (until)
    arms.push(`id <= coalesce((${nearest(`<= ${parameters.add(until)}::timestamptz + ${CLOCKS}`, 'DESC')}), -1)`)
  return arms.join(' AND ')
}

/** What no index knows. */
function filtersOf(parameters: Parameters, search: DeliverySearch): string[] {
  const { kind, signal, trigger, flag, since, until } = search
  const arms: string[] = []
  if (kind !== undefined) arms.push(`kind = ${parameters.add(kind)}`)
  if (signal !== undefined) arms.push(`${parameters.add(signal)} = ANY (signals)`)
  if (trigger !== undefined) arms.push(`${parameters.add(trigger)} = ANY (triggers)`)
  if (flag !== undefined) arms.push(flag === 'none' ? `flags = '{}'` : `${parameters.add(flag)} = ANY (flags)`)
  if (since) arms.push(`at >= ${parameters.add(since)}`)
  if (until) arms.push(`at <= ${parameters.add(until)}`)
  return arms
}

export async function searchDeliveries(
  { query }: Queries,
  realm: number,
  given: DeliverySearch,
): Promise<DeliveryPage> {
  const plain = (text: string | undefined) => text?.replaceAll('\0', '\ufffd').toWellFormed()
  const search = { ...given, webhook: plain(given.webhook), signal: plain(given.signal), trigger: plain(given.trigger) }
  const { limit } = search
  const isFiltered = filtersOf(new Parameters(), search).length > 0
  const scanned = (parameters: Parameters, of: DeliverySearch, most: number) => {
    const range = rangeOf(parameters, realm, of)
    const inner = `SELECT * FROM deliveries WHERE ${range} ORDER BY id DESC LIMIT ${isFiltered ? MOST_SCANNED : most}`
    return `(${inner}) AS deliveries WHERE ${['true', ...filtersOf(parameters, of)].join(' AND ')}`
  }
  const ask = (build: (parameters: Parameters) => string): Promise<Row[]> => {
    const parameters = new Parameters()
    const sql = build(parameters)
    return query(sql, parameters.values)
  }
  /** What would have been the next to be looked at. */
  const lastScanned = async (of: DeliverySearch): Promise<number | null> => {
    if (!isFiltered) return null
    const [row] = await ask(
      (parameters) =>
        `SELECT id FROM deliveries WHERE ${rangeOf(parameters, realm, of)} ORDER BY id DESC OFFSET ${MOST_SCANNED - 1} LIMIT 1`,
    )
    return row ? Id.parse(row).id : null
  }

  const found = await ask(
    (parameters) =>
      `SELECT ${ROW_COLUMNS} FROM ${scanned(parameters, search, limit + 1)} ORDER BY id DESC LIMIT ${limit + 1}`,
  )
  const rows = found.slice(0, limit).map(readRow)
  const all = { ...search, before: undefined, after: undefined }
  const [counted] = await ask(
    (parameters) =>
      `SELECT count(*) AS count FROM (SELECT FROM ${scanned(parameters, all, MOST_COUNTED + 1)} LIMIT ${MOST_COUNTED + 1}) AS few`,
  )
  const { count } = Counted.parse(counted)
  const last = rows.at(-1)
  return {
    rows,
    next: found.length > limit && last ? last.id : await lastScanned(search),
    count: {
      value: Math.min(count, MOST_COUNTED),
      isExact: count <= MOST_COUNTED && (await lastScanned(all)) === null,
    },
  }
}

/** Those behind a place, in their order. */
export async function deliveriesSince(
  { query }: Queries,
  realm: number,
  id: number,
  limit: number,
): Promise<DeliveryRow[]> {
  const rows = await query(`SELECT ${ROW_COLUMNS} FROM deliveries WHERE realm = $1 AND id > $2 ORDER BY id LIMIT $3`, [
    realm,
    id,
    limit,
  ])
  return rows.map(readRow)
}

export interface DeliveryOne {
  row: DeliveryRow
  body: Buffer | undefined
  attempts: AttemptRow[]
}

export async function readDeliveryRow({ query }: Queries, realm: number, id: number): Promise<DeliveryOne | undefined> {
  const [row] = await query(`SELECT ${ROW_COLUMNS} FROM deliveries WHERE realm = $1 AND id = $2`, [realm, id])
  if (!row) return undefined
  const [body] = await query(`SELECT ${BODY_COLUMNS} FROM deliveries WHERE realm = $1 AND id = $2`, [realm, id])
  const attempts = await query(
    `SELECT ${ATTEMPT_COLUMNS} FROM delivery_attempts WHERE realm = $1 AND delivery = $2 ORDER BY at, n`,
    [realm, id],
  )
  return { row: readRow(row), body: body && readBody(body).body, attempts: attempts.map(readAttempt) }
}

/** The one before it of the same vehicle and webhook, as far as its body is kept. */
export async function previousBody(
  { query }: Queries,
  realm: number,
  id: number,
  { webhook, vehicleKeys }: { webhook: string | null; vehicleKeys: readonly Buffer[] },
): Promise<BodyRow | undefined> {
  const parameters = new Parameters()
  const arms = [
    `realm = ${parameters.add(realm)} AND id < ${parameters.add(id)}`,
    `webhook_id IS NOT DISTINCT FROM ${parameters.add(webhook)}::text`,
    keyIs(parameters, 'vehicle_key', vehicleKeys),
  ]
  const [row] = await query(
    `SELECT ${BODY_COLUMNS} FROM deliveries
     WHERE ${arms.join(' AND ')} AND body IS NOT NULL AND kind = 'state' ORDER BY id DESC LIMIT 1`,
    parameters.values,
  )
  return row && readBody(row)
}
