/** The texts of the help: its search, its sections and the headers of its tables. */
import { formatCount, plural } from '../../ui/format'

export const title = 'Help'
export const search = 'Search help'
export const label = 'Search'
export const sections = 'Sections'
export const found = (shown: number, all: number, isFiltered: boolean) =>
  isFiltered ? `${formatCount(shown)} of ${plural(all, 'entry', 'entries')}` : plural(all, 'entry', 'entries')
export const nothing = (words: string) => `Nothing in the help matches “${words}”.`
export const clear = 'Clear search'

export const keys = 'Keyboard shortcuts'
export const keyColumns = ['Key', 'What it does']
export const rolesTitle = 'Roles'
export const aboutRoles =
  'Without a sign-in, everyone who reaches the server is an operator. Requests without a sufficient role fail with 403.'
export const roleColumns = ['Role', 'May']
export const roleMay = {
  viewer: 'Send free requests.',
  reader: 'Also send billed vehicle reads.',
  operator: 'Also make changes, view Activity and add tokens, because a token is an identity.',
} as const

export const operationsTitle = 'Operations'
export const aboutOperations = 'Everything the server forwards. Any other address fails with 404 `NOT_AN_OPERATION`.'
export const operationColumns = ['Operation', 'Host', 'Effect', 'Role', 'Permission', 'Documented errors']
export const effects = {
  free: 'Free',
  billed: 'Billed: counts against the vehicle’s limit',
  change: 'Change: can’t be undone',
} as const
export const anyError = 'Not documented'
export const noPermission = 'None named'
export const extension = (name: string) => `Extension \`${name}\``

export const addressesTitle = 'Addresses of this server'
export const aboutAddresses =
  'What scripts can request here beside operations, and the least role for it. A role may also do what the ones above it may.'
export const addressColumns = ['Address', 'Least role', 'Use']
export const openToAll = 'None: no sign-in'

export const permissionsTitle = 'Permissions'
export const aboutPermissions =
  'The reads that each permission of a connection allows (per public docs). A missing permission is only a warning, because a version 2.0 token may belong to another connection.'
export const permissionColumns = ['Permission', 'Version 2.0 reads', 'Version 3 signals']
export const noneOf = 'None'

export const errorsTitle = 'Errors of this server'
export const aboutErrors =
  'Errors with one of these codes come from the server of this console. All others come from the provider and are shown complete.'
export const errorColumns = ['Code', 'Status', 'Meaning']

export const variablesTitle = 'Environment variables'
export const aboutVariables =
  'Set on the server. A value that isn’t valid stops the start with one line that says what it expects.'
export const variableColumns = ['Variable', 'Meaning', 'Default', 'For']
export const notSet = 'Not set'
export const fromFile = (name: string) => `\`${name}\` is the path of a file with the value.`
export const groups = {
  server: 'Server',
  hosts: 'Hosts',
  tokens: 'Tokens',
  limits: 'Limits',
  record: 'Record and log',
  recordings: 'Recordings',
  store: 'Store',
  deliveries: 'Deliveries',
  'sign-in': 'Sign-in',
  network: 'Network',
  sandbox: 'Sandbox',
} as const

export const configTitle = 'CONFIG file'
export const aboutConfig = 'A JSON file on the server. A key or value that isn’t valid stops the start.'
export const configColumns = ['Key', 'Meaning']

export const assumptionsTitle = 'Assumptions'
export const aboutAssumptions =
  'What the API’s documentation leaves open, with its section, and what Forecourt assumes instead.'
export const assumptionColumns = ['Open', 'Section', 'Assumed', 'Change with']
export const fixed = 'Can’t be changed'

export const speedTitle = 'Speed'
export const aboutSpeed = (measured: string) =>
  `Medians (least–most) of \`npm run bench\`: ${measured}, slowed down 4 ×, 9 Mbit/s, 165 ms round trip. By hand: the leanest page that loads the same rows with a script, and one that has them in its HTML.`
export const speedColumns = ['Figure', 'Console', 'By hand', 'Rows in the HTML', 'Ratio', 'Goal']

export const faultTokensTitle = 'Sandbox faults by token'
export const aboutFaultTokens =
  'Add one of these as a token in Settings while the sandbox runs. Other numbers work where a name ends in one.'
export const faultTokenColumns = ['Token', 'What it does']
export const faultIdsTitle = 'Sandbox faults by ID'
export const aboutFaultIds = 'Enter one of these wherever an ID is expected.'
export const faultIdColumns = ['ID', 'What it does']
export const faultId = (status: number) => `Any operation or filter with this ID returns ${status}.`
export const faultIdOfVersion2 = (about: string) => `On the version 2.0 host: ${about}.`

export const deliveryFaultsTitle = 'Sandbox faults of deliveries'
export const aboutDeliveryFaults =
  'The sandbox delivers to this server a few times a minute. `POST /simulator` with one of these as `fault` has it deliver something else.'
export const deliveryFaultColumns = ['Fault', 'What is delivered']

export const whatsNew = 'What’s new'
export const version = (name: string) => `Version ${name}`
export const versionOf = (name: string, day: string) => `${version(name)} (${day})`
export const thisVersion = (name: string) => `This is version ${name}, under the MIT license.`
export const licenses = 'Licenses of what it includes'
export const changelog = 'Changelog'
