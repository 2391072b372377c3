/** Finds what is named by a complete ID or external ID: one statement by indexes, before any search by parts. */

import type { Asked, Searched } from './directory-look'
import { formsOf, MOST_LETTERS, orderOf, Parameters, sortings } from './directory-question'
import type { Queries, Row } from './store'

/** An external ID that more rows share names no single one, and is searched for like any other text. */
const MOST_EQUAL = 20

/**
 * Returns the rows of a table whose own ID, owner's ID, connection's ID or external ID is the text, without case, its own
 * ID first. IDs are compared as written and in either case.
 * @param text complete, with its spaces
 * @returns none if too many rows are equal
 */
export async function findEqual(
  queries: Queries,
  { table, owner, others }: Searched,
  { realm, filters, sort }: Pick<Asked, 'realm' | 'filters' | 'sort'>,
  text: string,
): Promise<Row[]> {
  const parameters = new Parameters()
  const ours = parameters.add(realm)
  const forms = `ANY (${parameters.add(formsOf(text))}::text[])`
  const externalId = `lower(${parameters.add(text)})`
  const named = `SELECT id FROM users WHERE realm = ${ours} AND lower(left(external_id, ${MOST_LETTERS})) = ${externalId}
    AND lower(external_id) = ${externalId} LIMIT ${MOST_EQUAL + 1}`
  const owned = (condition: string) =>
    `(SELECT ${owner} FROM connections WHERE realm = ${ours} AND gone_at IS NULL AND ${condition} LIMIT ${MOST_EQUAL + 1})`
  const ids = [
    `SELECT unnest(${parameters.add(formsOf(text))}::text[])`,
    ...others.map((column) => owned(`${column} = ${forms}`)),
    table === 'users' ? `(${named})` : owned(`user_id IN (${named})`),
  ]
  const equal = filters.map(([column, value]) => `AND ${column} = ${parameters.add(value)}`).join(' ')
  const order = orderOf(sortings[sort]).replace('ORDER BY', `ORDER BY (id = ${forms}) DESC,`)
  const rows = await queries.query(
    `SELECT * FROM ${table} WHERE realm = ${ours} AND id IN (${ids.join(' UNION ')}) ${equal} ${order} LIMIT ${MOST_EQUAL + 1}`,
    parameters.values,
  )
  return rows.length > MOST_EQUAL ? [] : rows
}

/** Returns the text that an ID would have to equal; undefined if no ID can. */
export function idIn(question = ''): string | undefined {
  const text = question.toWellFormed().trim()
  return text === '' || text.length > MOST_LETTERS || text.includes('\0') ? undefined : text
}
