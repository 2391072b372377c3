/** The README's table of what each role may do, made from the data that tests hold the server to. */

import { consoleEndpoints } from '../api/console/api'
import type { LeastRole } from '../api/console/endpoint'
import { neededRole, roles } from '../api/roles'

const leastRoles: readonly LeastRole[] = ['none', ...roles]
const operations = {
  free: 'Sends a free request of the API.',
  billed: 'Sends a billed read of the API.',
  change: 'Sends a change of the API.',
} as const

const pages = { address: 'GET /…', role: 'none', use: 'Pages and files. Without a role, pages have no data.' } as const
const forwarded = (['free', 'billed', 'change'] as const).map((effect) => ({
  address: '/api/…',
  role: neededRole[effect],
  use: operations[effect],
}))

/** Returns the table in Markdown, the least role first. */
export function rolesTable(): string {
  const own = consoleEndpoints.map(({ operation, role, use }) => ({ address: operation, role, use }))
  const rows = [pages, ...forwarded, ...own]
  const lines = leastRoles.flatMap((least) =>
    rows.filter(({ role }) => role === least).map(({ address, role, use }) => `| ${role} | \`${address}\` | ${use} |`),
  )
  return ['| least role | address | use |', '|---|---|---|', ...lines].join('\n')
}
