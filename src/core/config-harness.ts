/** For component tests: what a server without a configuration of its own tells its page. */
import type { PageConfig } from '../api/config'

export const pageConfig: PageConfig = {
  version: '1',
  sandbox: true,
  readOnly: false,
  signIn: 'none',
  hasActivity: false,
  hasTeam: false,
  hasReceiver: false,
  hosts: { vehicleData: 'http://data.test', vehicle: 'http://vehicle.test', management: 'http://management.test' },
  connectUrl: null,
  docsUrl: null,
  headerPrefix: null,
  tokens: { version3: true, version2: true },
  parameters: {},
  pageSizes: {},
  defaultPageSizes: { connections: 10, webhooks: 50 },
  extensions: [],
  mapUrl: null,
  advisedBatchPaths: 10,
  ownerReturnUri: 'http://console.test/return',
  readTimeoutMs: 10_000,
  vehicleReadTimeoutMs: 60_000,
  beforeSendMs: 0,
  operator: null,
  account: null,
}
