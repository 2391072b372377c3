/** The connections of a user or a vehicle as a table: what a removal draws anew. */
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type ConnectionRow, connections } from '../../api/connections'
import { users } from '../../api/users'
import { removalKey } from '../../changes/removal'
import { markElsewhere } from '../../changes/send-removal'
import { nextAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { type Column, DataTable } from '../../ui/data-table'
import { useConnectionRows } from './connection-columns'

const sent = Array.from({ length: 30 }, (_, at): ConnectionRow => ({ id: `c-${at}` }))
const drawnCell = vi.fn()
const columns: readonly Column<{ connection: ConnectionRow }>[] = [
  {
    id: 'id',
    header: 'ID',
    cell: ({ connection }) => {
      drawnCell(connection.id)
      return connection.id
    },
  },
]
const stay = () => undefined

function Connections() {
  const movedAt = useRef(0)
  const drawn = useConnectionRows({
    connections: sent,
    movedAt,
    leave: stay,
    goneWith: removalKey(users.remove, 'u-1'),
  })
  return <DataTable name="Connections" columns={columns} expected={30} {...drawn} />
}
const removed = (operation: string, id: string) =>
  markElsewhere([{ id, operation, subject: id, outcome: 'removed', isJob: true }])
const struck = () => [...document.querySelectorAll('[data-struck] > th')].map(({ textContent }) => textContent)

afterEach(() => nextAccount(null))

it('a removal strikes its own row, and draws no cell of the others', async () => {
  await draw(<Connections />)
  await expect.element(page.getByRole('row').nth(30)).toBeInTheDocument()
  drawnCell.mockClear()
  removed(connections.remove.operation, 'c-7')
  await expect.poll(struck).toEqual(['c-7'])
  expect(drawnCell).not.toHaveBeenCalled()
})

it('what takes all of them with it strikes them all', async () => {
  await draw(<Connections />)
  await expect.element(page.getByRole('row').nth(30)).toBeInTheDocument()
  removed(users.remove.operation, 'u-1')
  await expect.poll(() => struck().length).toBe(30)
})
