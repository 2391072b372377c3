/** The server's store: where it is, which servers share it, and its erasure. */
import { TeamInstances } from '../team-instances'
import { StoreErased, StoreErasure, TeamStore } from '../team-store'
import { consoleEndpoint } from './endpoint'

export const store = {
  instances: consoleEndpoint('GET /team/instances', {
    role: 'viewer',
    use: 'Servers at this store.',
    response: () => TeamInstances,
  }),
  /** A route of its own, so that it responds while the store is away. Operators only: a folder names a user of the server. */
  read: consoleEndpoint('GET /team/store', {
    role: 'operator',
    what: 'The store’s folder',
    use: 'Where the store is, and its size.',
    sends: 'route',
    response: () => TeamStore,
  }),
  erase: consoleEndpoint('POST /team/store/erase', {
    role: 'operator',
    what: 'Erasing an account',
    use: 'Erases the server’s own account from the store.',
    isChange: true,
    body: () => StoreErasure,
    expected: '{"account", "includesRecord"}: the name of the server’s account, and true to erase its record, too',
    response: () => StoreErased,
  }),
}
