/** The connections of a user or a vehicle as a table: what a removal draws anew. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type ConnectionRow, connections } from '../../api/connections'
import { users } from '../../api/users'
import { removalKey } from '../../changes/removal'
import { endRemoval } from '../../changes/removal-harness'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { type Column, DataTable } from '../../ui/data-table'
import { columns as allColumns, useConnectionRows } from './connection-columns'

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
const struck = () => [...document.querySelectorAll('[data-struck] > th')].map(({ textContent }) => textContent)

afterEach(() => nextAccount(null))

it('a removal strikes its own row, and draws no cell of the others', async () => {
  await draw(<Connections />)
  await expect.element(page.getByRole('row').nth(30)).toBeInTheDocument()
  drawnCell.mockClear()
  endRemoval(connections.remove.operation, 'c-7')
  await expect.poll(struck).toEqual(['c-7'])
  expect(drawnCell).not.toHaveBeenCalled()
})

it('what takes all of them with it strikes them all', async () => {
  await draw(<Connections />)
  await expect.element(page.getByRole('row').nth(30)).toBeInTheDocument()
  endRemoval(users.remove.operation, 'u-1')
  await expect.poll(() => struck().length).toBe(30)
})

/** One connection at a time, each in the row of the one before. */
function InTurn() {
  const [at, setAt] = useState(0)
  const movedAt = useRef(-1e6)
  const [one] = sent.slice(at)
  const drawn = useConnectionRows({ connections: one && [one], movedAt, leave: stay })
  return (
    <>
      <DataTable name="Connections" columns={allColumns} expected={1} isReused {...drawn} />
      <button type="button" onClick={() => setAt(at + 1)}>
        Turn
      </button>
    </>
  )
}

it('what is pressed while its row becomes another’s removes nothing', async () => {
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={pageConfig}>
        <InTurn />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  const remove = page.getByRole('button', { name: /^Remove/ })
  const turn = page.getByRole('button', { name: 'Turn' })
  const isAsking = () => document.querySelector('dialog, [role=alertdialog], [role=dialog]') !== null
  await remove.click()
  await expect.poll(isAsking).toBe(true) // from now on it is there with the click
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(isAsking).toBe(false)
  const button = remove.element()
  const press = () => button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  const click = () => flushSync(() => void button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })))
  press()
  await turn.click()
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('c-1')
  expect(remove.element()).toBe(button)
  click()
  expect(isAsking()).toBe(false)
  press()
  click()
  expect(isAsking()).toBe(true)
})
