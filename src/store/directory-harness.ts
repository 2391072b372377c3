/** Rows for the tests of the directory, and what it must hold by a plain count of them. */
import type { DirectoryRow } from '../api/directory-row'
import type { Queries } from './store'

export const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute))

/** A live connection of the user and the vehicle that its id names: `c-ada-1` is Ada's, to vehicle 1. */
export function rowOf(id: string, given: Partial<DirectoryRow> = {}): DirectoryRow {
  const [, user = 'nobody', vehicle = '0'] = id.split('-')
  return {
    id,
    userId: `u-${user}`,
    externalId: `${user}@example.com`,
    vehicleId: `v-${vehicle}`,
    make: 'TESLA',
    model: 'Model 3',
    year: 2021,
    powertrainType: 'BEV',
    mode: 'live',
    changedAt: at(0).getTime(),
    createdAt: at(0).getTime(),
    permissions: ['read_odometer'],
    ...given,
  }
}

/** The ids of a list, page after page to its end. */
export async function idsOfPages(
  read: (after: string | undefined) => Promise<{ rows: readonly { id: string }[]; next: string | null }>,
): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await read(after)
    ids.push(...page.rows.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after !== undefined)
  return ids
}

const tables = [
  'realms',
  'connections',
  'users',
  'vehicles',
  'directory_counts',
  'crawls',
  'crawl_pages',
  'tombstones',
  'subscriptions',
]

/** All that the store holds, as text. */
export async function dumpOf(queries: Queries): Promise<string> {
  const dumps = []
  for (const table of tables) {
    const [row] = await queries.query(`SELECT coalesce(string_agg(${table}::text, ' '), '') AS dump FROM ${table}`)
    dumps.push(String(row?.dump))
  }
  return dumps.join('\n')
}
