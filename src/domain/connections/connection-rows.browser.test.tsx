/** The connections of a user or a vehicle as a table: the rows that a removal renders again. */
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type ConnectionRow, connections } from '../../api/connections'
import { users } from '../../api/users'
import { removalKey } from '../../changes/removal'
import { endRemoval } from '../../changes/removal-harness'
import { nextAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { type Column, DataTable } from '../../ui/data-table'
import { useConnectionRows } from './connection-columns'

const sent = Array.from({ length: 30 }, (_, at): ConnectionRow => ({ id: `c-${at}` }))
const renderCell = vi.fn()
const columns: readonly Column<{ connection: ConnectionRow }>[] = [
  {
    id: 'id',
    header: 'ID',
    cell: ({ connection }) => {
      renderCell(connection.id)
      return connection.id
    },
  },
]
const stay = () => undefined

function Connections() {
  const movedAt = useRef(0)
  const rows = useConnectionRows({
    connections: sent,
    movedAt,
    leave: stay,
    removedWith: removalKey(users.remove, 'u-1'),
  })
  return <DataTable name="Connections" columns={columns} expected={30} rows={rows} />
}
const crossedOut = () => [...document.querySelectorAll('[data-crossed-out] > th')].map(({ textContent }) => textContent)

afterEach(() => nextAccount(null))

it('a removal crosses out its own row, and renders no cell of the others', async () => {
  await draw(<Connections />)
  await expect.element(page.getByRole('row').nth(30)).toBeInTheDocument()
  renderCell.mockClear()
  endRemoval(connections.remove.operation, 'c-7')
  await expect.poll(crossedOut).toEqual(['c-7'])
  expect(new Set(renderCell.mock.calls.flat())).toEqual(new Set(['c-7']))
})

it('a removal of their user crosses out all of them', async () => {
  await draw(<Connections />)
  await expect.element(page.getByRole('row').nth(30)).toBeInTheDocument()
  endRemoval(users.remove.operation, 'u-1')
  await expect.poll(() => crossedOut().length).toBe(30)
})
