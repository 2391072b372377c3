/** What the API’s documentation leaves open and what is taken instead, from the constants that the code itself uses. */
import type { PageConfig } from '../../api/config'
import { connectionFilters } from '../../api/connections'
import type { Endpoint } from '../../api/endpoint'
import { ownerReturnNames } from '../../api/owner-return.data'
import { isAssumedName, parameterName } from '../../api/search'
import { SIGNALS_MAX_PAGE_SIZE, SignalPaging } from '../../api/signals'
import { knownSignals } from '../../api/signals.data'
import { IN_PROGRESS_MS, subscriptions } from '../../api/subscriptions'
import { version2Reads } from '../../api/version2-reads.data'
import { webhookFilters } from '../../api/webhooks'
import { formatCount } from '../../ui/format'
import { STALE_MS } from '../../ui/stale'

export interface Assumption {
  open: string
  /** Of the API’s documentation; empty where it has none. */
  section: string
  assumed: string
  /** How to change it; empty where it can’t be. */
  change: string
}

type Config = Pick<PageConfig, 'advisedBatchPaths' | 'pageSizes' | 'defaultPageSizes' | 'extensions'>

const CONFIG = (key: string) => `\`CONFIG\` \`${key}\``
const named = (names: readonly string[]) =>
  names
    .map((name) => `\`${parameterName(name)}\`${isAssumedName(name) ? '' : ` (set in \`CONFIG\` for \`${name}\`)`}`)
    .join(', ')
const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
const isPaging = (name: string) => name.startsWith('page')
const namesOf = (query: () => { shape: object }) => Object.keys(query().shape)
const operations = (which: readonly Endpoint[]) => list(which.map(({ operation }) => operation))

/** @param endpoints all of the API */
export function assumptions(config: Config, endpoints: readonly Endpoint[]): readonly Assumption[] {
  const inApi = endpoints.filter(({ extension }) => extension === undefined)
  return [
    {
      open: 'Names of the connection filters',
      section: '4.2',
      assumed: `${named(namesOf(connectionFilters.query).filter((name) => !isPaging(name)))}. Rows that contradict a filter are shown as such and never counted as matches.`,
      change: CONFIG('parameters'),
    },
    {
      open: 'Names of the webhook filters',
      section: '4.3',
      assumed: named(namesOf(webhookFilters.query).filter((name) => !isPaging(name))),
      change: CONFIG('parameters'),
    },
    {
      open: 'Names of the paging parameters',
      section: '4.2',
      assumed: `As in the provider’s links: ${named(namesOf(connectionFilters.query).filter(isPaging))}; for signal values ${named(namesOf(SignalPaging))}`,
      change: CONFIG('parameters'),
    },
    {
      open: 'Reads that a batch may contain beyond the documented examples, and the permission each needs',
      section: '4.1',
      assumed: `${formatCount(version2Reads.length)} paths that public clients batch: ${list(version2Reads.map(({ path }) => path))}`,
      change: '',
    },
    {
      open: 'The largest number of paths in a batch',
      section: '8',
      assumed: `None. Above ${formatCount(config.advisedBatchPaths)} the page shows advice.`,
      change: CONFIG('advisedBatchPaths'),
    },
    {
      open: 'What the hosted capacity flow appends to the return address',
      section: '2.7',
      assumed: `${list(ownerReturnNames)}, all shown as text`,
      change: '',
    },
    {
      open: 'Signals, and the permission each needs',
      section: '2.6',
      assumed: `${formatCount(knownSignals.length)} publicly known signals. Other codes can be read, too. A webhook’s signals need the same permissions as reading them.`,
      change: '',
    },
    {
      open: 'Which signals replace a version 2.0 read',
      section: '9',
      assumed: 'The publicly known ones, listed under Deprecations',
      change: '',
    },
    {
      open: 'The largest page of signal values',
      section: '8',
      assumed: formatCount(SIGNALS_MAX_PAGE_SIZE),
      change: '',
    },
    {
      open: 'The largest page of connections',
      section: '8',
      assumed: `The list offers ${(config.pageSizes.connections ?? []).join(', ')}. An address may request more; a refused size steps down.`,
      change: CONFIG('pageSizes'),
    },
    {
      open: 'The default page size of webhooks',
      section: '8',
      assumed: `${formatCount(config.defaultPageSizes.webhooks)}, only for the skeleton while the list loads`,
      change: CONFIG('defaultPageSizes'),
    },
    {
      open: 'How long creating a subscription takes',
      section: '3',
      assumed: `After ${formatCount(IN_PROGRESS_MS / 1000)} seconds its ID counts as unknown`,
      change: '',
    },
    {
      open: 'What a 409 of a creation means, besides a sleeping vehicle',
      section: '7',
      assumed: 'Words such as already, duplicate, exists or conflict mean already subscribed',
      change: '',
    },
    {
      open: 'Success statuses and bodies of changes',
      section: '4.2, 4.3',
      assumed: `Any 2xx, with or without a body: ${operations(inApi.filter(({ isSuccessAssumed }) => isSuccessAssumed))}`,
      change: '',
    },
    {
      open: 'Error statuses of version 2.0 and of signal values',
      section: '7',
      assumed: `None is expected, all are shown: ${operations(inApi.filter(({ errors }) => errors.length === 0))}`,
      change: '',
    },
    {
      open: 'Error bodies of version 2.0',
      section: '7',
      assumed:
        'The provider’s own form, its predecessor’s, OAuth’s and version 3’s are understood. Any other is shown as sent.',
      change: '',
    },
    {
      open: 'When a reading is stale',
      section: '',
      assumed: `Recorded ${formatCount(STALE_MS / 3_600_000)} hours or more before it was read`,
      change: '',
    },
    {
      open: 'Whether a list without a mode includes simulated vehicles',
      section: '',
      assumed: 'Determined once per tab from the totals, and shown',
      change: '',
    },
    {
      open: 'What a disabled or automatically subscribing webhook does, what a delivery contains, who may be subscribed, and what ends sleep',
      section: '2.3, 6, 7',
      assumed:
        'As publicly known of one provider, and tagged as such. In the delivery check this is not known, never a problem.',
      change: '',
    },
    {
      open: 'Units of version 2.0 values',
      section: '4.1',
      assumed:
        'km, l and kPa unless the unit-system header says `imperial`, also if it is missing; kWh for battery capacity',
      change: '',
    },
    {
      open: 'The field of a service record that names who did the work',
      section: '2.8',
      assumed: '`serviceDetails[].type`',
      change: '',
    },
    {
      open: `\`${subscriptions.list.operation}\``,
      section: '',
      assumed: `Not part of the API. ${config.extensions.includes(subscriptions.list.extension ?? '') ? 'Switched on here.' : 'Not forwarded.'}`,
      change: `${CONFIG('extensions')}: \`["${subscriptions.list.extension}"]\`, or \`PRESET\``,
    },
  ]
}
