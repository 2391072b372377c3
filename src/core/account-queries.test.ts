/** Queries of the account before are reset when another one begins, also those of the console's own server. */
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { query } from '../api/console/client'
import { directory } from '../api/console/directory'
import { nextAccount } from './account'
import { followAccount } from './account-queries'
import { sessionQuery } from './session'

it('resets all queries but the session’s', async () => {
  const client = new QueryClient()
  const makes = query(directory.makes, {})
  const end = followAccount(client, false)
  client.setQueryData(makes.queryKey, { makes: ['KIA'] })
  client.setQueryData(['other'], 1)
  const session = { account: 'one', version3: false, version2: false } as never // its fields don't matter here
  client.setQueryData(sessionQuery.queryKey, session)
  await nextAccount('two')
  expect([makes.queryKey, ['other'], sessionQuery.queryKey].map((key) => client.getQueryData(key))).toEqual([
    undefined,
    undefined,
    session,
  ])
  end()
})
