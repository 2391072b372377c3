/** Two versions side by side: each gives out the files of both, of those who share its secret, and nothing else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { startHost, startTestGateway, type TestGateway } from '../../../gateway/harness'
import { keepOwn } from '../../../gateway/team/store-source'
import { createAssets } from '../../../store/assets'
import { storeOf } from '../../../store/harness'
import type { Store } from '../../../store/store'

const COLD_MS = 20_000
const store = await storeOf('postgresql')
const host = await startHost()
const folder = mkdtempSync(join(tmpdir(), 'forecourt-assets-'))
const closers: (() => unknown)[] = []
const asked: string[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(async () => {
  host.close()
  rmSync(folder, { recursive: true })
})

const textOf = (name: string) => `/* ${name} ${'x'.repeat(2_000)} */`
/** The built files of a version. */
function build(version: string, names: readonly string[]): string {
  const dist = join(folder, version)
  mkdirSync(join(dist, 'assets'), { recursive: true })
  for (const name of names) {
    writeFileSync(join(dist, 'assets', name), textOf(name))
    writeFileSync(join(dist, 'assets', `${name}.br`), brotliCompressSync(textOf(name)))
  }
  writeFileSync(join(dist, 'assets', `${names[0]}.map`), 'no file of a page')
  return dist
}
async function start(dist: string, env: Record<string, string> = {}, account = 'account'): Promise<TestGateway> {
  const { address } = host
  const own: Store = {
    ...store,
    query(sql, ...more) {
      if (sql.includes('assets')) asked.push(sql)
      return store.query(sql, ...more)
    },
    close: async () => undefined,
  }
  const source = { open: async () => own, keep: keepOwn, isShared: true, account }
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const gateway = await startTestGateway(hosts, { ACCESS_TOKEN: 't', ...env }, dist, { store: source })
  closers.push(gateway.close)
  await vi.waitFor(async () => expect((await gateway.ask('/readyz')).status).toBe(200), COLD_MS)
  return gateway
}

const older = () => build('one', ['page-AAAAAAA1.js', 'page-AAAAAAA2.css'])
const newer = () => build('two', ['page-BBBBBBB1.js', 'page-AAAAAAA2.css'])

it('each of two versions has the files of both, as they were built', async () => {
  const [one, two] = [await start(older()), await start(newer())]
  for (const gateway of [one, two])
    for (const name of ['page-AAAAAAA1.js', 'page-AAAAAAA2.css', 'page-BBBBBBB1.js'])
      for (const encoding of ['br, gzip', 'identity']) {
        const response = await gateway.ask(`/assets/${name}`, { headers: { 'accept-encoding': encoding } })
        expect([name, response.status, await response.text()]).toEqual([name, 200, textOf(name)])
        expect(response.headers.get('content-type')).toMatch(name.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      }
  expect((await two.ask('/assets/page-AAAAAAA1.js.map')).status).toBe(404)
})

it('has those of a version that no instance runs any more', async () => {
  const one = await start(older(), {}, 'later')
  await one.close()
  closers.length = 0
  const two = await start(newer(), {}, 'later')
  expect((await two.ask('/assets/page-AAAAAAA1.js')).status).toBe(200)
})

it('a name that nobody has costs the store no statement of its own', async () => {
  const two = await start(newer())
  asked.length = 0
  const names = Array.from({ length: 50 }, (_, n) => `page-CCCCCC${n}.js`)
  const answers = await Promise.all(names.map((name) => two.ask(`/assets/${name}`)))
  expect(answers.every(({ status }) => status === 404)).toBe(true)
  expect(asked.length).toBeLessThanOrEqual(1)
  for (const path of ['/assets/..%2fpage-AAAAAAA1.js', '/assets/%00', '/assets/a/page-AAAAAAA1.js'])
    expect((await two.ask(path)).status).toBe(404)
})

it('what was written into the store by somebody without the secret is no script', async () => {
  const one = await start(older(), {}, 'attacked')
  await store.query('UPDATE assets SET body = $1 WHERE name = $2', [
    brotliCompressSync('alert(1)').toString('base64'),
    'page-AAAAAAA1.js',
  ])
  const two = await start(newer(), {}, 'attacked')
  expect((await two.ask('/assets/page-AAAAAAA1.js')).status).toBe(404)
  expect((await one.ask('/assets/page-AAAAAAA1.js')).status).toBe(200) // of its own folder
  const other = await start(newer(), { SESSION_SECRET: 'another secret for tests, of thirty-two bytes' }, 'attacked')
  expect((await other.ask('/assets/page-AAAAAAA1.js')).status).toBe(404)
})

it('serves the files of an earlier secret during a rotation, and without that secret after it', async () => {
  const before = 'the secret before, of thirty-two bytes or more'
  const after = 'the secret after it, of thirty-two bytes or more'
  const one = await start(older(), { SESSION_SECRET: before }, 'rotated')
  await one.close()
  closers.length = 0
  const status = async (gateway: TestGateway, name: string) => (await gateway.ask(`/assets/${name}`)).status
  const without = await start(newer(), { SESSION_SECRET: after }, 'rotated')
  expect(await status(without, 'page-AAAAAAA1.js')).toBe(404)

  const rotating = await start(newer(), { SESSION_SECRET: after, SESSION_SECRET_OLD: before }, 'rotated')
  expect(await status(rotating, 'page-AAAAAAA1.js')).toBe(200)

  const rotated = await start(newer(), { SESSION_SECRET: after }, 'rotated')
  expect(await status(rotated, 'page-AAAAAAA1.js')).toBe(200)
})

it('what no instance has used for a week is erased', async () => {
  const one = await start(older(), {}, 'old')
  await one.close()
  closers.length = 0
  await store.query("UPDATE assets SET seen_at = now() - interval '8 days' WHERE name = 'page-AAAAAAA1.js'")
  const two = await start(newer(), {}, 'old')
  const [{ realm } = {}] = await store.query('SELECT max(realm) AS realm FROM assets')
  await createAssets(store, Number(realm)).forget()
  expect((await two.ask('/assets/page-AAAAAAA1.js')).status).toBe(404)
  expect((await two.ask('/assets/page-AAAAAAA2.css')).status).toBe(200)
})
