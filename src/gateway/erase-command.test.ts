/** `store erase`: erases the account that is named and nothing else, says what, and puts it on record. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createDirectory } from '../store/directory'
import { rowOf } from '../store/directory-harness'
import { storeOf } from '../store/harness'
import { openRealm } from '../store/realms'
import { eraseCommand, parseErase } from './erase-command'
import { openAuditFile } from './record/audit-file'
import { recordParts } from './record/record-parts'
import { verifyRecord } from './record/verify-record'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-erase-'))
afterAll(() => rmSync(folder, { recursive: true }))
const store = await storeOf('postgresql')
const host = 'https://b.example'
const hosts = { vehicleData: 'https://a.example', vehicle: host, management: 'https://c.example' }
let auditLog: string
/** Lines that were printed, each with true if the record was there. */
let printed: [string, boolean][] = []
let realm: number
let other: number
const namesOf = async () => (await store.query('SELECT key FROM realms ORDER BY id')).map(({ key }) => String(key))
const erase = (words: string[]) =>
  eraseCommand(store, parseErase(words) ?? expect.fail('not taken'), { hosts, auditLog }, (line) =>
    printed.push([line, existsSync(auditLog)]),
  )

beforeEach(async () => {
  printed = []
  await store.query('TRUNCATE realms CASCADE')
  auditLog = join(mkdtempSync(join(folder, 'a-')), 'record.jsonl')
  realm = await openRealm(store, JSON.stringify([host, 'fleet']))
  other = await openRealm(store, JSON.stringify(['https://other.example', 'fleet']))
  for (const one of [realm, other]) await createDirectory(store, one).save([rowOf('c-ada-1')], new Date())
  const file = openAuditFile(auditLog, { mostBytes: 100 })
  for (const name of ['a', 'b', 'c']) await file.append({ event: 'attempt', name })
  await file.close()
})
const addJob = (operation: string, phase: string, sending = 0) =>
  store.query(`INSERT INTO jobs (realm, key, operation, phase, client, sending) VALUES ($1, $2, $3, $4, 'c', $5)`, [
    realm,
    `${operation} ${phase}`,
    operation,
    phase,
    sending,
  ])

it('takes its own words alone', () => {
  expect(parseErase(['--account', 'fleet', '--record'])).toEqual({ account: 'fleet', record: true })
  for (const words of [['fleet'], ['--other'], ['--account'], ['--record=no']])
    expect(parseErase(words)).toBeUndefined()
})
it('erases the account of these hosts, leaves the record and puts it on record', async () => {
  const { isDone, text } = await erase(['--account', 'fleet'])
  expect([isDone, text]).toEqual([
    true,
    `Erased fleet (${host}): 1 connection, 0 subscriptions, 0 jobs, 0 views, 0 deliveries.`,
  ])
  expect(await createDirectory(store, realm).counts()).toMatchObject({ live: 0 })
  expect(await createDirectory(store, other).counts()).toMatchObject({ live: 1 })
  expect(await namesOf()).toHaveLength(2)
  const files = [...(await recordParts(auditLog)), auditLog]
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['attempt', 'attempt', 'attempt', 'account erased'])
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ account: 'fleet', record: false, client: 'this computer' })
  expect(await verifyRecord(files)).toMatchObject({ isWhole: true })
})
it('erases the record and the account’s name, if the record is named, too', async () => {
  const { text } = await erase(['--account', 'fleet', '--record'])
  expect(text).toMatch(/0 lines of Activity\.\nErased the record \(\d files at .*record\.jsonl\)\.$/)
  expect(await namesOf()).toEqual([JSON.stringify(['https://other.example', 'fleet'])])
  expect(printed).toEqual([[expect.stringContaining('all lines, also those of other accounts'), true]])
  expect(await recordParts(auditLog)).toEqual([])
  expect(readFileSync(auditLog, 'utf8').trimEnd().split('\n')).toEqual([
    expect.stringContaining('"event":"account erased"'),
  ])
})
it('names what there is for another name, or none, and erases nothing', async () => {
  for (const words of [[], ['--account', 'Fleet'], ['--account', '']]) {
    const { isDone, text } = await erase(words)
    expect([isDone, text]).toEqual([false, expect.stringContaining(`It has:\nfleet (${host}): 1 connection`)])
    expect(text).toContain('also those of other accounts')
  }
  expect(await createDirectory(store, realm).counts()).toMatchObject({ live: 1 })
  expect(readFileSync(auditLog, 'utf8')).not.toContain('account erased')
})
describe('refuses', () => {
  it.each([
    ['running', 0],
    ['paused', 0],
    ['stopped', 1],
  ])('while a job of changes is %s (%s in progress)', async (phase, sending) => {
    await addJob('DELETE /v3/users/{userId}', phase, sending)
    expect(await erase(['--account', 'fleet', '--record'])).toEqual({
      isDone: false,
      text: expect.stringContaining('fleet has 1 job of changes that aren’t finished.'),
    })
    expect(await createDirectory(store, realm).counts()).toMatchObject({ live: 1 })
    expect(existsSync(auditLog)).toBe(true)
  })
  it('while a server of the account runs', async () => {
    await store.query(
      "INSERT INTO instances (id, realm, name, version, begun_at) VALUES (gen_random_uuid(), $1, 'a', '1', now())",
      [realm],
    )
    expect((await erase(['--account', 'fleet'])).text).toContain('A server uses fleet. Stop all servers of the account')
    await store.query("UPDATE instances SET beat_at = now() - interval '2 minutes'")
    expect((await erase(['--account', 'fleet'])).isDone).toBe(true)
  })
})
it('isn’t kept from it by jobs that have ended, were stopped or only read', async () => {
  await addJob('DELETE /v3/users/{userId}', 'ended')
  await addJob('DELETE /v3/users/{userId}', 'stopped')
  await addJob('GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values', 'running')
  writeFileSync(auditLog, '')
  expect((await erase(['--account', 'fleet'])).text).toContain('3 jobs')
  expect(await store.query('SELECT FROM jobs')).toEqual([])
})
