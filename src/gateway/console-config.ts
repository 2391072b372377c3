/** What the console is told of this server: its configuration without a secret. */
import { version } from '../../package.json'
import { type ConsoleConfig, DEFAULT_PAGE_SIZES, type StoreInfo } from '../api/config'
import { CONNECTIONS_DEFAULT_PAGE_SIZE } from '../api/connections'
import { WEBHOOKS_DEFAULT_PAGE_SIZE } from '../api/webhooks'
import { beforeSendMs } from './forward/exchange'
import type { Settings } from './settings/environment'

interface About extends Pick<ConsoleConfig, 'hosts' | 'signIn' | 'hasReceiver' | 'tape' | 'consoleHash'> {
  settings: Settings
  isSandbox: boolean
  publicAddress: string
  isStoreOpening: boolean
}

export function consoleConfig({ settings, isSandbox, publicAddress, isStoreOpening, ...about }: About): ConsoleConfig {
  const { config } = settings
  return {
    version,
    sandbox: isSandbox,
    readOnly: settings.readOnly,
    basePath: settings.basePath,
    store: { ...storeInfo(settings), ...(isStoreOpening && { isOpening: true }) },
    ...about,
    connectUrl: settings.connectUrl ?? null,
    docsUrl: settings.docsUrl ?? null,
    headerPrefix: settings.headerPrefix ?? null,
    tokens: {
      version3: settings.tokens.vehicle !== undefined || settings.clientCredentials !== undefined,
      version2: settings.tokens.vehicleData !== undefined,
    },
    parameters: config.parameters,
    pageSizes: { ...DEFAULT_PAGE_SIZES, ...config.pageSizes },
    defaultPageSizes: {
      connections: config.defaultPageSizes.connections ?? CONNECTIONS_DEFAULT_PAGE_SIZE,
      webhooks: config.defaultPageSizes.webhooks ?? WEBHOOKS_DEFAULT_PAGE_SIZE,
    },
    extensions: config.extensions,
    mapUrl: config.mapUrl,
    advisedBatchPaths: config.advisedBatchPaths,
    ownerReturnUri: settings.ownerReturnUri ?? `${publicAddress}return/battery-capacity`,
    readTimeoutMs: settings.readTimeoutMs,
    vehicleReadTimeoutMs: settings.vehicleReadTimeoutMs,
    beforeSendMs: beforeSendMs(settings),
  }
}

function storeInfo({ store, storeNotice }: Settings): StoreInfo {
  if (store.engine === 'postgresql') return { kind: 'database' }
  return { kind: store.folder === undefined ? 'memory' : 'folder', ...(storeNotice && { notice: storeNotice }) }
}
