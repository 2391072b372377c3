/** A count that is read as 0 says that something is gone: it must never be 0 while there are rows. */
import { expect, it } from 'vitest'
import { connections } from '../../api/connections'
import { read } from '../../api/read'
import { countIn } from './totals'

const counted = (raw: unknown) => countIn({ value: read(connections.list.response, raw).value, raw })

it('counts what the service says, and never fewer than it sent', () => {
  expect(counted({ data: [], meta: { totalCount: 7 } })).toBe(7)
  expect(counted({ data: [], meta: { totalCount: 0 } })).toBe(0)
  expect(counted({ data: [] })).toBe(0)
  expect(counted({ data: [{ id: null }], meta: { totalCount: null } })).toBe(1)
  expect(counted({ data: [{ id: 'a' }], meta: { totalCount: -1 } })).toBe(1)
  expect(counted({ data: { id: 'a' } })).toBeUndefined()
})
