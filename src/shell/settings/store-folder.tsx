/** The folder of the server's store and its size, for operators. Loaded when it is shown. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { TeamStore } from '../../api/team-store'
import { askServer } from '../../requests/ask-server'
import { formatBytes, notStore } from './store-folder-texts'

export const storeFacts = queryOptions({
  queryKey: ['store of the server'],
  queryFn: ({ signal }) => askServer({ path: '/team/store', schema: TeamStore, otherwise: notStore, signal }),
  retry: false,
})

/** Nothing while it loads, and nothing if that fails: the kind of the store is shown in any case. */
export function StoreFolder() {
  const { folder, bytes } = useQuery(storeFacts).data ?? {}
  if (!folder) return null
  return (
    <>
      {' '}
      <code translate="no">{folder}</code>
      {typeof bytes === 'number' && <> ({formatBytes(bytes)})</>}
    </>
  )
}
