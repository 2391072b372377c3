/** Roles that may download what a job has read, and its form in the store and in backups. */
import { expect, it } from 'vitest'
import { targetOf } from '../../api/job-target'
import { startSandbox } from '../../sandbox/server'
import { backupLines } from '../../store/backup'
import { codeOf } from '../harness'
import { begin, begun, ended, getFile, lines, table } from './job-harness'
import { jobStage } from './job-stage-harness'

const stage = jobStage(startSandbox)
const { connections, start } = stage

it.each([
  ['GET /v3/connections', {}, 'viewer', []],
  ['POST /v2.0/vehicles/{id}/batch', { with: { requests: [{ path: '/location' }] } }, 'reader', ['viewer']],
  ['GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values', {}, 'reader', ['viewer']],
  ['DELETE /v3/connections/{connectionId}', {}, 'operator', ['viewer', 'reader']],
])('the file of %s requires the role that begins it', async (operation, more, role, others) => {
  const gateway = await start()
  const startAt = new Date(Date.now() + 3_600_000).toISOString()
  const targets = operation === 'GET /v3/connections' ? {} : { targets: ['v/location-preciselocation'] }
  const { id } = await begun(await begin(gateway, { operation, ...targets, ...more, startAt }, role))
  expect((await getFile(gateway, id, 'csv', role)).status).toBe(200)
  for (const other of others) expect(await codeOf(await getFile(gateway, id, 'jsonl', other))).toBe('403 GATEWAY ROLE')
})

it('what a job has read is in the store, and in its backups, only sealed', async () => {
  const gateway = await start()
  const [one] = await connections('sandbox-kinds')
  const asked = { operation: 'POST /v2.0/vehicles/{id}/batch', targets: [one?.vehicleId ?? ''] }
  const { id } = await begun(await begin(gateway, { ...asked, with: { requests: [{ path: '/location' }] } }))
  await ended(gateway, id)
  const { latitude } = (await lines(gateway, id))[0].body
  expect(latitude).toEqual(expect.any(Number))
  const { id: values } = await begun(
    await begin(gateway, {
      operation: 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values',
      targets: [targetOf(one?.vehicleId ?? '', 'location-preciselocation')],
      with: { mostPages: 1 },
    }),
  )
  await ended(gateway, values)
  expect((await table(gateway, values))[0]).toHaveProperty('latitude')
  let backup = ''
  await backupLines(stage.store, async (line) => {
    backup += line
  })
  expect(backup).toContain('job_results')
  for (const secret of [String(latitude), 'latitude', Buffer.from('latitude').toString('hex')])
    expect(backup).not.toContain(secret)
  expect(backup).not.toContain('result_keys')
})

const SECRETS = [
  'a first secret, of more than thirty-two bytes',
  'a second secret, of more than thirty-two bytes',
] as const
/** Sign-in requires a secret. */
const open = { SESSION_SECRET: '', TRUSTED_PROXY: '', TRUSTED_USER_HEADER: '', ROLE_CLAIM: '' }
it.each<[string, Record<string, string>, Record<string, string>, number]>([
  ['the old one', { SESSION_SECRET: SECRETS[0] }, { SESSION_SECRET: SECRETS[1], DELIVERIES_KEY_OLD: SECRETS[0] }, 200],
  ['another one', { SESSION_SECRET: SECRETS[0] }, { SESSION_SECRET: SECRETS[1] }, 404],
  ['the first secret there is', open, { SESSION_SECRET: SECRETS[0] }, 200],
])('results open after a restart with %s, or a sentence says why they don’t', async (name, before, after, status) => {
  const account = `sealed with ${name}`
  const first = await start(before, undefined, account)
  const { id } = await begun(await begin(first, { operation: 'GET /v3/webhooks' }))
  await ended(first, id)
  const count = (await lines(first, id)).length
  await first.close()
  const second = await start(after, undefined, account)
  if (status === 200) expect(await lines(second, id)).toHaveLength(count)
  const refused = await getFile(second, id, 'csv')
  expect(refused.status).toBe(status)
  if (status !== 200) expect(await refused.text()).toContain('DELIVERIES_KEY_OLD')
})
