/** `/openapi-console.json` has every address of the server with its role, for any role, and valid. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consoleEndpoints } from '../../api/console/api'
import { documentedOperations } from '../../api/openapi/openapi-harness'
import { startTestGateway, type TestGateway } from '../harness'

const made: string[] = []
vi.mock('../../api/openapi/console', async (importOriginal) => {
  const { consoleOpenApi } = await importOriginal<typeof import('../../api/openapi/console')>()
  return {
    consoleOpenApi(version: string) {
      made.push('console')
      return consoleOpenApi(version)
    },
  }
})
vi.mock('../../api/openapi/openapi', async (importOriginal) => {
  const module = await importOriginal<typeof import('../../api/openapi/openapi')>()
  return {
    ...module,
    openApiOf(about: Parameters<typeof module.openApiOf>[0]) {
      made.push('contract')
      return module.openApiOf(about)
    },
  }
})

const hosts = { vehicleData: 'https://a.test', vehicle: 'https://b.test', management: 'https://c.test' }
const asPerson = (roles: string) => ({ headers: { 'x-remote-user': 'ann', 'x-remote-roles': roles } })
let gateway: TestGateway
beforeAll(async () => {
  const signIn = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
  gateway = await startTestGateway(hosts, { ...signIn, ACCESS_TOKEN: 'secret-1', VEHICLE_DATA_TOKEN: 'secret-2' })
})
afterAll(() => gateway.close())

it('is for any role, also without the header of own pages, and for nobody else', async () => {
  const plain = await fetch(`http://127.0.0.1:${gateway.port}/openapi-console.json`, asPerson('viewer'))
  expect(plain.status).toBe(200)
  expect((await gateway.ask('/openapi-console.json', asPerson('viewer'))).status).toBe(200)
  expect((await gateway.ask('/openapi-console.json', asPerson('nothing'))).status).toBe(403)
  expect((await gateway.ask('/openapi-console.json')).status).toBe(401)
})

it('is a valid document with each address once, its role and what it takes', async () => {
  const document = await (await gateway.ask('/openapi-console.json', asPerson('viewer'))).json()
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  const documented = documentedOperations(document).map(({ path, method, operation }) => [
    `${method.toUpperCase()} ${path}`,
    operation['x-role'],
  ])
  expect(new Map(documented as [string, string][])).toEqual(
    new Map(consoleEndpoints.map(({ operation, role }) => [operation, role])),
  )
  const { paths, components } = document
  expect(paths['/team/views'].post.requestBody.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/ViewsSaveRequest',
  })
  expect(components.schemas.ViewsSaveRequest.required).toEqual(['name', 'address', 'isShared'])
  expect(paths['/team/views/{id}'].delete.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  expect(paths['/team/find'].get.parameters).toMatchObject([{ name: 'q', required: true }, { name: 'match' }])
  expect(paths['/auth/sign-in'].get.parameters).toMatchObject([{ name: 'return', in: 'query' }])
  expect(paths['/auth/callback'].get.parameters.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['state', 'code', 'error']),
  )
  expect(JSON.stringify(document)).not.toMatch(/secret-/)
})

it('says which other status has the same response, and that the body of a sign-out may be left out', async () => {
  const { paths } = await (await gateway.ask('/openapi-console.json', asPerson('viewer'))).json()
  const { responses } = paths['/readyz'].get
  expect(responses[503].content).toEqual(responses[200].content)
  expect(paths['/auth/sign-out'].post.requestBody.required).toBe(false)
  expect(paths['/simulator'].post.requestBody.required).toBe(true)
})

it('is made once, as the contract’s is: both keep the processor busy', async () => {
  for (const path of ['/openapi-console.json', '/openapi-console.json', '/openapi.json', '/openapi.json'])
    expect((await gateway.ask(path, asPerson('viewer'))).status).toBe(200)
  expect(made.toSorted()).toEqual(['console', 'contract'])
})
