/** The folder of the server's store and its size, for operators. Loaded when it is shown. */
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/console/client'
import { store } from '../../api/console/store'
import { whileAway } from '../../requests/away'
import { formatBytes } from './store-folder-texts'

/** Nothing while it loads, and nothing if that fails: the kind of the store is shown in any case. */
export function StoreFolder() {
  const { folder, bytes } = useQuery({ ...query(store.read, {}), refetchInterval: whileAway(false) }).data ?? {}
  if (!folder) return null
  return (
    <>
      {' '}
      <code translate="no">{folder}</code>
      {typeof bytes === 'number' && <> ({formatBytes(bytes)})</>}
    </>
  )
}
