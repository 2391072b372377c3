/** The sections of the help as data: the manual, and tables made from what the code itself uses. Each can be searched. */
import { measured, table } from '../../../e2e/bench/result.json'
import type { PageConfig } from '../../api/config'
import { configKeys } from '../../api/config-keys.data'
import { consoleEndpoints } from '../../api/console/api'
import { deliveryFaults } from '../../api/delivery-faults.data'
import type { Endpoint } from '../../api/endpoint'
import { faultIds, faultTokens, version2FaultIds } from '../../api/faults.data'
import { gatewayErrors } from '../../api/gateway-errors.data'
import { neededRole, roles } from '../../api/roles'
import { type KnownSignal, knownSignals } from '../../api/signals.data'
import { type VariableDescription, variables } from '../../api/variables.data'
import { version2Reads } from '../../api/version2-reads.data'
import { hostTitles } from '../../requests/host-status'
import { placesFor, shortcutsFor } from '../keyboard/shortcuts'
import { assumptions } from './assumptions'
import * as texts from './help-texts'
import { topics } from './manual.data'

/** One line of a section: a text for each column. Between backticks is code. */
export type HelpRow = readonly string[]

export interface HelpSection {
  /** What a link to it ends in. */
  id: string
  title: string
  about?: string
  /** Absent: two columns, drawn as a name with its text. */
  columns?: readonly string[]
  rows: readonly HelpRow[]
}

type Config = Pick<PageConfig, 'advisedBatchPaths' | 'pageSizes' | 'defaultPageSizes' | 'extensions' | 'hasReceiver'>
const code = (text: string) => `\`${text}\``
const joined = (list: readonly string[]) => (list.length > 0 ? list.join(', ') : texts.noneOf)
const codes = (list: readonly string[]) => joined(list.map(code))
const named = (signal: KnownSignal) => `${signal.fullName} ${code(signal.code)}`

/** @param endpoints all of the API, extensions too */
export function helpSections(
  config: Config,
  endpoints: readonly Endpoint[],
  maySeeActivity: boolean,
): readonly HelpSection[] {
  return [
    ...topics.map(({ id, title, entries }) => ({ id, title, rows: entries })),
    {
      id: 'roles',
      title: texts.rolesTitle,
      about: texts.aboutRoles,
      columns: texts.roleColumns,
      rows: roles.map((role) => [code(role), texts.roleMay[role]]),
    },
    {
      id: 'keys',
      title: texts.keys,
      columns: texts.keyColumns,
      rows: shortcutsFor(placesFor(maySeeActivity, config)).map(({ keys, what }) => [code(keys), what]),
    },
    {
      id: 'operations',
      title: texts.operationsTitle,
      about: texts.aboutOperations,
      columns: texts.operationColumns,
      rows: endpoints.map(operationRow),
    },
    {
      id: 'addresses',
      title: texts.addressesTitle,
      about: texts.aboutAddresses,
      columns: texts.addressColumns,
      rows: consoleEndpoints.map(({ operation, role, use }) => [
        code(operation),
        role === 'none' ? texts.openToAll : code(role),
        use,
      ]),
    },
    {
      id: 'permissions',
      title: texts.permissionsTitle,
      about: texts.aboutPermissions,
      columns: texts.permissionColumns,
      rows: permissionRows(),
    },
    {
      id: 'errors',
      title: texts.errorsTitle,
      about: texts.aboutErrors,
      columns: texts.errorColumns,
      rows: Object.entries(gatewayErrors).map(([name, { status, meaning }]) => [code(name), String(status), meaning]),
    },
    {
      id: 'variables',
      title: texts.variablesTitle,
      about: texts.aboutVariables,
      columns: texts.variableColumns,
      rows: Object.entries<VariableDescription>(variables).map(([name, variable]) => variableRow(name, variable)),
    },
    {
      id: 'config-file',
      title: texts.configTitle,
      about: texts.aboutConfig,
      columns: texts.configColumns,
      rows: Object.entries(configKeys).map(([name, meaning]) => [code(name), meaning]),
    },
    {
      id: 'assumptions',
      title: texts.assumptionsTitle,
      about: texts.aboutAssumptions,
      columns: texts.assumptionColumns,
      rows: assumptions(config, endpoints).map(({ open, section, assumed, change }) => [
        open,
        section,
        assumed,
        change || texts.fixed,
      ]),
    },
    {
      id: 'speed',
      title: texts.speedTitle,
      about: texts.aboutSpeed(measured),
      columns: texts.speedColumns,
      rows: table,
    },
    {
      id: 'sandbox-tokens',
      title: texts.faultTokensTitle,
      about: texts.aboutFaultTokens,
      columns: texts.faultTokenColumns,
      rows: faultTokens.map(([token, what]) => [code(token), what]),
    },
    {
      id: 'sandbox-ids',
      title: texts.faultIdsTitle,
      about: texts.aboutFaultIds,
      columns: texts.faultIdColumns,
      rows: [
        ...faultIds.map(({ id, status }) => [code(id), texts.faultId(status)]),
        ...version2FaultIds.map(({ id, about }) => [code(id), texts.faultIdOfVersion2(about)]),
      ],
    },
    {
      id: 'sandbox-deliveries',
      title: texts.deliveryFaultsTitle,
      about: texts.aboutDeliveryFaults,
      columns: texts.deliveryFaultColumns,
      rows: deliveryFaults.map(([name, what]) => [code(name), what]),
    },
  ]
}

function operationRow({ operation, host, effect, permission, errors, extension }: Endpoint): HelpRow {
  return [
    code(operation),
    hostTitles[host],
    texts.effects[effect] + (extension === undefined ? '' : `. ${texts.extension(extension)}`),
    code(neededRole[effect]),
    permission === undefined ? texts.noPermission : /^\w+$/.test(permission) ? code(permission) : permission,
    errors.length > 0 ? errors.join(', ') : texts.anyError,
  ]
}

/** Each permission that a read or a signal needs, in the order of the alphabet. */
function permissionRows(): readonly HelpRow[] {
  const names = new Set([...version2Reads, ...knownSignals].flatMap(({ permission }) => permission ?? []))
  return [...names]
    .toSorted()
    .map((name) => [
      code(name),
      codes(version2Reads.filter(({ permission }) => permission === name).map(({ path }) => path)),
      joined(knownSignals.filter(({ permission }) => permission === name).map(named)),
    ])
}

function variableRow(name: string, { group, meaning, fallback, otherwise, isSecret }: VariableDescription): HelpRow {
  return [
    code(name),
    isSecret ? `${meaning} ${texts.fromFile(`${name}_FILE`)}` : meaning,
    otherwise ?? (fallback === undefined ? texts.notSet : code(String(fallback))),
    texts.groups[group],
  ]
}

/** Words that are looked for. The server searches, too, and any address can hold thousands. */
const MOST_WORDS = 50
const wordsOf = (query: string) => [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
const plain = (texts: readonly string[]) => texts.join('\n').replaceAll('`', '').toLowerCase()

/** The rows that hold every word of a query, the title of their section counted with each; sections without one are left out. */
export function searchHelp(sections: readonly HelpSection[], query: string): readonly HelpSection[] {
  const words = wordsOf(query)
  if (words.length === 0) return sections
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter((row) => {
        const text = plain([section.title, ...row])
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ rows }) => rows.length > 0)
}

export const countOf = (sections: readonly HelpSection[]): number =>
  sections.reduce((sum, { rows }) => sum + rows.length, 0)
