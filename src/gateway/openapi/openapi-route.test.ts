/** `/openapi.json` is open as `/config.json` is, speaks the server’s own names, and tells no secret; the command prints the same. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestGateway } from '../harness'
import { printOpenApi } from './own-document'

const hosts = { vehicleData: 'https://a.test', vehicle: 'https://b.test', management: 'https://c.test' }
const CONFIG = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
writeFileSync(CONFIG, JSON.stringify({ parameters: { 'filter[userId]': 'filter[user]' } }))
const env = { CONFIG, HEADER_PREFIX: 'xy', ACCESS_TOKEN: 'secret-1', VEHICLE_DATA_TOKEN: 'secret-2' }

it('is the document of this server, without a secret, for everyone', async () => {
  const gateway = await startTestGateway(hosts, env)
  const response = await fetch(`http://127.0.0.1:${gateway.port}/openapi.json`) // a stranger: no header of our own pages
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(text).toContain('"https://b.test"')
  expect(text).toContain('"filter[user]"')
  expect(text).toContain('"xy-user-id"')
  expect(text).not.toMatch(/secret-|a secret/)
  const { vehicleData, vehicle, management } = hosts
  const own = { VEHICLE_DATA_URL: vehicleData, VEHICLE_URL: vehicle, MANAGEMENT_URL: management }
  const secret = { SESSION_SECRET: 'a secret for tests, of more than thirty-two bytes' }
  expect(printOpenApi({ ...env, ...own, ...secret })).toEqual({ isDone: true, text })
  await gateway.close()
})

it('says why it cannot be printed, in one line', () => {
  expect(printOpenApi({ PORT: 'x' })).toEqual({ isDone: false, text: expect.stringMatching(/^PORT: got "x"/) })
})
