/** The help lists what the code has, and its search finds it. */
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../api/api'
import { DEFAULT_ADVISED_BATCH_PATHS, DEFAULT_PAGE_SIZES } from '../../api/config'
import { configKeys } from '../../api/config-keys.data'
import { consoleEndpoints } from '../../api/console/api'
import { deliveryFaults } from '../../api/delivery-faults.data'
import { faultIds, faultTokens, version2FaultIds } from '../../api/faults.data'
import { gatewayErrors } from '../../api/gateway-errors.data'
import { namedOperations, parametersOf, statusesOf } from '../../api/operations'
import { knownSignals } from '../../api/signals.data'
import { secretNames, variables } from '../../api/variables.data'
import { countOf, helpSections, searchHelp } from './help-sections'

const config = {
  advisedBatchPaths: 31,
  pageSizes: DEFAULT_PAGE_SIZES,
  defaultPageSizes: { connections: 10, webhooks: 50 },
  extensions: [] as string[],
  hasReceiver: false,
}
const sections = helpSections(config, endpoints, true)
const section = (id: string) => {
  const found = sections.find((one) => one.id === id)
  if (!found) throw new Error(`there is no section ${id}`)
  return found
}
const names = (id: string) => section(id).rows.map(([name = '']) => name.replaceAll('`', ''))
const found = (query: string) =>
  searchHelp(sections, query).map(({ id, rows }) => [id, rows.map(([name = '']) => name.replaceAll('`', ''))])

describe('the help', () => {
  it('lists every variable, key of CONFIG, operation, address, error and fault', () => {
    expect(names('variables')).toEqual(Object.keys(variables))
    expect(names('config-file')).toEqual(Object.keys(configKeys))
    expect(names('operations')).toEqual(endpoints.map(({ operation }) => operation))
    expect(names('addresses')).toEqual(consoleEndpoints.map(({ operation }) => operation))
    expect(names('errors')).toEqual(Object.keys(gatewayErrors))
    expect(names('sandbox-tokens')).toEqual(faultTokens.map(([token]) => token))
    expect(names('sandbox-ids')).toEqual([...faultIds, ...version2FaultIds].map(({ id }) => id))
    expect(names('sandbox-deliveries')).toEqual(deliveryFaults.map(([name]) => name))
    expect(JSON.stringify(section('permissions').rows)).toContain(knownSignals[0]?.code)
  })
  it('fills each column of each table, and names no row of a section twice', () => {
    for (const { id, columns, rows } of sections) {
      expect([...new Set(rows.map((row) => row.length))], id).toEqual([columns?.length ?? 2])
      expect(new Set(rows.map(([name]) => name)).size, id).toBe(rows.length)
      for (const cell of rows.flat()) expect(cell.split('`').length % 2, `${id}: ${cell}`).toBe(1) // code is closed
    }
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  })
  it('says the numbers that are in force', () => {
    const assumed = (open: RegExp) => section('assumptions').rows.find(([name = '']) => open.test(name))?.[2]
    expect(assumed(/number of paths in a batch/)).toContain('31')
    expect(assumed(/largest page of connections/)).toContain('10, 25, 50, 100')
    expect(assumed(/GET \/v3\/subscriptions/)).toContain('Not forwarded')
    const on = helpSections({ ...config, extensions: ['subscriptions.list'] }, endpoints, true)
    expect(JSON.stringify(on)).toContain('Switched on here')
    const advice = JSON.stringify(
      helpSections({ ...config, advisedBatchPaths: DEFAULT_ADVISED_BATCH_PATHS }, endpoints, true),
    )
    expect(advice).toContain(`Above ${DEFAULT_ADVISED_BATCH_PATHS} the page`)
  })
  it('lists as assumed what the OpenAPI document marks so', () => {
    const rows = JSON.stringify(section('assumptions').rows)
    const inApi = namedOperations.filter(({ endpoint }) => endpoint.extension === undefined)
    const names = inApi.flatMap((operation) => parametersOf(operation, { parameters: {}, headerPrefix: null }))
    expect(names.filter(({ isAssumed, name }) => isAssumed && !rows.includes(`\`${name}\``))).toEqual([])
    const statuses = inApi.filter((operation) => statusesOf(operation).some(({ isAssumed }) => isAssumed))
    expect(statuses.length).toBeGreaterThan(8)
    expect(statuses.filter(({ endpoint }) => !rows.includes(`\`${endpoint.operation}\``))).toEqual([])
  })
  it('offers the keys of the pages that are offered', () => {
    expect(names('keys')).toContain('g a')
    const without = helpSections(config, endpoints, false).find(({ id }) => id === 'keys')
    expect(JSON.stringify(without)).not.toContain('g a')
  })
})

describe('its search', () => {
  it('finds a variable, the file of a secret, and a fault by any of its words', () => {
    expect(found('vehicle_read_timeout_ms')).toEqual([['variables', ['VEHICLE_READ_TIMEOUT_MS']]])
    for (const name of secretNames)
      expect(found(`${name}_FILE`)).toEqual([['variables', expect.arrayContaining([name])]])
    expect(found('sandbox-hang')).toEqual([['sandbox-tokens', ['sandbox-hang']]])
    expect(found('token   SERVER error_description')).toEqual([['sandbox-ids', ['fault-oauth']]])
  })
  it('takes a word of the title with the words of a row', () => {
    expect(found('environment port')).toEqual([['variables', expect.arrayContaining(['PORT', 'METRICS_PORT'])]])
    expect(countOf(searchHelp(sections, 'assumptions'))).toBe(section('assumptions').rows.length)
  })
  it('leaves everything where nothing is searched, and nothing where nothing matches', () => {
    expect(searchHelp(sections, '  ')).toBe(sections)
    expect(found('sandbox-hang METRICS_PORT')).toEqual([])
  })
})
