/** The table of the server's own addresses: complete, enforced for every role, and the same in the README. */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleEndpoints } from '../api/console/api'
import type { ConsoleEndpoint } from '../api/console/endpoint'
import { isEnough, roles } from '../api/roles'
import { receiving } from './deliveries/delivery-harness'
import { serveTestGateway, startHost, type TestGateway } from './harness'
import { rolesTable } from './roles-table'
import { readEnvironment } from './settings/environment'
import { createDouble } from './team/team-harness'

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
let readOnly: TestGateway
beforeAll(async () => {
  host = await startHost()
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const environment = {
    ...{ VEHICLE_DATA_URL: host.address, VEHICLE_URL: host.address, MANAGEMENT_URL: host.address },
    ...{
      ACCESS_TOKEN: 't',
      VEHICLE_DATA_TOKEN: 't',
      SESSION_SECRET: 'a secret for tests, of more than thirty-two bytes',
    },
    ...{ TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' },
    ...receiving,
    AUDIT_LOG: join(tmpdir(), 'never-written', 'audit.jsonl'),
  }
  const state = { deliveries: 0, isRunning: false, last: null }
  const simulate = { simulate: async () => ({ sent: 0, results: [] }), state: () => state, stop: () => undefined }
  async function serve(more: NodeJS.ProcessEnv) {
    const settings = readEnvironment({ ...environment, ...more })
    const service = { settings, hosts, isSandbox: true, simulate: simulate as never } // no role gets as far as its results
    const served = await serveTestGateway(service, undefined, { store: createDouble().source })
    await served.app.team.opened()
    return served
  }
  gateway = await serve({})
  readOnly = await serve({ READ_ONLY: '1' })
})
afterAll(async () => {
  await gateway.close()
  await readOnly.close()
  host.close()
})

/** A route of Hono as the table spells it: `/last-values/:vehicleId{.+\.json}` is `/last-values/{vehicleId}.json`. */
const spelled = (path: string) =>
  path.replace(
    /:(\w+)(\{.*?\})?(?=\/|$)/g,
    (_, name, form = '') => `{${name}}${form.endsWith('\\.json}') ? '.json' : ''}`,
  )

const refusals = [401, 403]
async function statusOf({ method, path }: ConsoleEndpoint, as: string | undefined, sent: string = method) {
  const signedIn = as !== undefined && { 'x-remote-user': 'ann', 'x-remote-roles': as }
  const response = await gateway.ask(path.replace(/\{\w+\}/g, '1'), {
    method: sent,
    // A stream ends with the request.
    signal: AbortSignal.timeout(2_000),
    headers: { ...signedIn, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  })
  await response.body?.cancel()
  return response.status
}

describe('the table of addresses', () => {
  it('has every address that the server has, once', () => {
    const mounted = gateway.app.app.routes
      .filter(({ method, path }) => method !== 'ALL' && !/^\/?\*$/.test(path))
      .filter(({ path }) => !path.startsWith('/:kind')) // removal pages, which `removal-pages.test.ts` tests
      .map(({ method, path }) => `${method} ${spelled(path)}`)
    expect(mounted.length).toBeGreaterThan(40)
    expect(consoleEndpoints.map(({ operation }) => operation).toSorted()).toEqual([...new Set(mounted)].toSorted())
  })
  it.each(consoleEndpoints.filter(({ role }) => role === 'none').map((one) => [one.operation, one] as const))(
    '%s is open to everyone',
    async (_, one) => {
      for (const as of [undefined, 'nothing', ...roles]) expect(refusals).not.toContain(await statusOf(one, as))
    },
  )
  it.each(consoleEndpoints.flatMap((one) => (one.role === 'none' ? [] : [[one.operation, one, one.role] as const])))(
    '%s is for its role, and no other',
    async (_, one, needed) => {
      const methods = one.method === 'GET' ? ['GET', 'HEAD'] : [one.method]
      for (const method of methods) {
        expect([method, await statusOf(one, undefined, method)]).toEqual([method, 401])
        expect([method, await statusOf(one, 'nothing', method)]).toEqual([method, 403])
        for (const role of roles) {
          const status = await statusOf(one, role, method)
          if (isEnough(role, needed)) expect([method, role, refusals.includes(status)]).toEqual([method, role, false])
          else expect([method, role, status]).toEqual([method, role, 403])
        }
      }
    },
  )
  it.each(consoleEndpoints.filter(({ method }) => method !== 'GET').map((one) => [one.operation, one] as const))(
    '%s is refused on a read-only server only if it is a change',
    async (_, { method, path, isChange = false }) => {
      const response = await readOnly.ask(path.replace(/\{\w+\}/g, '1'), {
        method,
        headers: { 'x-remote-user': 'ann', 'x-remote-roles': 'operator', 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      })
      expect((await response.text()).includes('"READ_ONLY"')).toBe(isChange)
    },
  )
  it('is in the README as it is here', () => {
    const file = fileURLToPath(new URL('README.md', import.meta.url))
    const readme = readFileSync(file, 'utf8')
    const part = /(?<=<!-- The table of roles.*-->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/
    if (process.env.WRITE_README) writeFileSync(file, readme.replace(part, rolesTable))
    expect(part.exec(readFileSync(file, 'utf8'))?.[0]).toBe(rolesTable())
  })
})
