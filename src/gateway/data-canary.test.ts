/** The data folder of a server that used tokens and a client secret: none of its files has one of them, nor has a backup. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openStore } from '../store/open'
import { saveBackup } from '../store/save-backup'
import { cookieOf, startHost, startTestGateway } from './harness'
import { bucketFileOf } from './limits/bucket-file'
import { prepareSettings } from './prepare-settings'
import { secretPath } from './settings/made-secret'
import { storeSource } from './team/store-source'

const home = mkdtempSync(join(tmpdir(), 'forecourt-data-canary-'))
afterAll(() => rmSync(home, { recursive: true }))
const [OWN, FETCHED, CLIENT_SECRET] = ['canary-own-token', 'canary-fetched-token', 'canary-client-secret']
const ADDED = ['canary-added-version-3', 'canary-added-version-2']

/** Each file below a folder, except the names of the store's own. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** As it is, and in base64 wherever it begins within three bytes. */
function formsOf(secret: string): Buffer[] {
  const encoded = [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.from('x'.repeat(offset) + secret)
    const [from, to] = [Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3) - 1]
    return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)]
  })
  return [secret, ...encoded].map((text) => Buffer.from(text))
}

it('has the secret in its own file alone, and nowhere a token', async () => {
  const folder = join(home, 'store')
  const host = await startHost((req, res) => {
    const isToken = req.url === '/token'
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(isToken ? { access_token: FETCHED, token_type: 'Bearer', expires_in: 3600 } : { data: [] }))
  })
  const hosts = { vehicleData: host.address, vehicle: host.address, management: host.address }
  const config = join(home, 'service.json')
  writeFileSync(config, '{"bucket":{"capacity":99,"refillPerMinute":99}}')
  const env = {
    CONFIG: config,
    ...{ STORE_DIR: folder, SESSION_SECRET: '', VEHICLE_DATA_TOKEN: OWN },
    ...{ TOKEN_URL: `${host.address}/token`, CLIENT_ID: 'a-client', CLIENT_SECRET },
  }
  const record = join(folder, 'record.jsonl')
  const bucketFile = bucketFileOf(record, [1, hosts])
  const store = storeSource(
    prepareSettings({
      ...env,
      VEHICLE_DATA_URL: host.address,
      VEHICLE_URL: host.address,
      MANAGEMENT_URL: host.address,
    }),
  )
  const gateway = await startTestGateway(hosts, env, undefined, { store, bucketFile })
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), 30_000)
  const [version3, version2] = ADDED
  const added = await gateway.ask('/session', { method: 'POST', body: JSON.stringify({ version3, version2 }) })
  const headers = { cookie: cookieOf(added.headers.getSetCookie()) }
  for (const init of [{}, { headers }]) {
    await gateway.ask('/api/vehicle/v3/connections/c-1', { method: 'DELETE', ...init })
    await gateway.ask('/api/vehicle-data/v2.0/vehicles/v-1/vin', init)
    const view = JSON.stringify({ name: 'Old cars', address: '/vehicles', isShared: true })
    await gateway.ask('/team/views', { method: 'POST', body: view, ...init })
  }
  await vi.waitFor(async () => {
    const { source } = (await (await gateway.ask('/activity.json')).json()) as { source: { kind: string } }
    expect(source.kind).toBe('store')
  }, 10_000)
  const sent = JSON.stringify(host.requests)
  for (const token of [OWN, FETCHED, ...ADDED]) expect(sent).toContain(token)
  await gateway.app.keep() // as a server that stops: it writes the rate buckets
  await gateway.close()
  host.close()

  const saved = join(home, 'backup.jsonl')
  const opened = await openStore({ engine: 'embedded', folder }, { info: () => undefined, warn: () => undefined })
  await saveBackup(opened, saved)
  await opened.close()
  const secret = readFileSync(secretPath(folder), 'utf8').trim()
  const files = filesIn(home)
  for (const path of [record, bucketFile ?? '', saved, secretPath(folder)]) expect(files).toContain(path)
  const forms = [OWN, FETCHED, CLIENT_SECRET, ...ADDED].flatMap(formsOf)
  const find = (paths: readonly string[]) =>
    paths.flatMap((path) => {
      const bytes = readFileSync(path)
      const hasToken = forms.some((form) => bytes.includes(form))
      const hasSecret = [Buffer.from(secret), Buffer.from(secret, 'base64')].some((form) => bytes.includes(form))
      return [...(hasToken ? [`token in ${path}`] : []), ...(hasSecret ? [`secret in ${path}`] : [])]
    })
  expect(find(filesIn(home))).toEqual([`secret in ${secretPath(folder)}`])

  // The search itself: a token as it is, and one inside of base64, are found.
  const planted = join(folder, 'planted')
  for (const text of [`{"token":"${FETCHED}"}`, Buffer.from(`Bearer ${OWN}`).toString('base64')]) {
    writeFileSync(planted, text)
    expect(find([planted])).toEqual([`token in ${planted}`])
  }
}, 60_000)
