/** What is kept of a connection. */
import { expect, it } from 'vitest'
import { Connection } from './connections'
import { directoryRow } from './directory-row'
import * as fixtures from './fixtures'
import { read } from './read'

it('is read from a connection as the service sends it, and from one that lacks nearly everything', () => {
  const given = read(Connection(), fixtures.connection)
  expect(directoryRow({ ...given.value, id: 'c' })).toMatchObject({
    id: 'c',
    mode: expect.stringMatching(/live|simulated/),
  })
  expect(directoryRow({ id: 'bare' })).toEqual({
    id: 'bare',
    userId: undefined,
    externalId: undefined,
    vehicleId: undefined,
    make: undefined,
    model: undefined,
    year: undefined,
    powertrainType: undefined,
    mode: 'unknown',
    changedAt: 0,
    permissions: [],
  })
})
