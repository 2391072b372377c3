/** The token that this server fetches itself, alone or with the other servers at its store. */
import type { Seal } from '../auth/seal'
import type { Settings } from '../settings/environment'
import type { Outbound } from './outbound'
import { BACK_OFF_MS, createServiceToken, TIMEOUT_S } from './service-token'
import { createSharedToken, type TokenStore } from './shared-token'

interface Options {
  settings: Settings
  seal: Seal
  store: TokenStore
  onFetched: () => void
  outbound: Pick<Outbound, 'fetch'>
}

/** @returns undefined without client credentials */
export function createOwnToken({ settings, seal, store, onFetched, outbound }: Options) {
  const { clientCredentials: credentials, sessionSecret: secret, isSecretRandom } = settings
  if (!credentials) return undefined
  // A secret of this process alone opens nothing for another, and a store in a folder has one server.
  const isShared = settings.store.engine === 'postgresql' && !isSecretRandom
  const times = { fetchMs: TIMEOUT_S * 1000, backOffMs: BACK_OFF_MS }
  const shared = isShared ? createSharedToken({ store, seal, secret, credentials, ...times }) : undefined
  return createServiceToken(credentials, { onFetched, outbound, shared })
}
