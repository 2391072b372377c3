/** The built server as a user that the computer doesn’t know, in group 0, as OpenShift runs the container. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The volume as the image has it. */
const [, mode = ''] =
  /install -d -o node -g 0 -m (\d+)/.exec(readFileSync(join(root, '.container/Containerfile'), 'utf8')) ?? []
const NODE_USER = 1_000

let folder = ''
const app = () => join(folder, 'forecourt')
const volume = () => join(folder, 'volume')
let host: ReturnType<typeof createServer>

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('The test of a random user can’t run: run it as root.')
  try {
    execFileSync('setpriv', ['--version'])
  } catch {
    throw new Error(
      'The test of a random user can’t run: setpriv not found. Install with: apt-get install -y util-linux',
    )
  }
  // The folder of a test run is its user’s alone.
  const temporary = basename(tmpdir()).startsWith('forecourt-') ? dirname(tmpdir()) : tmpdir()
  folder = mkdtempSync(join(temporary, 'forecourt-user-'))
  chmodSync(folder, 0o755)
  for (const name of ['build', 'dist', 'package.json']) cpSync(join(root, name), join(app(), name), { recursive: true })
  mkdirSync(volume())
  chownSync(volume(), NODE_USER, 0)
  chmodSync(volume(), Number.parseInt(mode, 8))
  host = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"data":[]}'))
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
})
afterAll(() => {
  host?.close()
  if (folder !== '') rmSync(folder, { recursive: true })
})

/** @returns the output of a run in which the store opened and a change was recorded */
async function runAs(user: number): Promise<string> {
  const { port } = host.address() as AddressInfo // listening on TCP
  const address = `http://127.0.0.1:${port}`
  const privileges = ['--clear-groups', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']
  const command = ['--reuid', String(user), '--regid', '0', ...privileges, process.execPath, 'build/main.js']
  const child = spawn('setpriv', command, {
    cwd: app(),
    env: {
      ...{
        PATH: process.env.PATH,
        HOME: '/',
        PORT: '0',
        NODE_ENV: 'production',
        SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
      },
      ...{ VEHICLE_DATA_URL: address, VEHICLE_URL: address, MANAGEMENT_URL: address, ACCESS_TOKEN: 't' },
      ...{ AUDIT_LOG: join(volume(), 'audit.jsonl'), STORE_DIR: join(volume(), 'store') },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part
    })
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`It ended with ${code}:\n${output}`)
  })
  ended.catch(() => undefined) // awaited below
  try {
    const found = () => /Forecourt on (http:\/\/localhost:\d+)/.exec(output)?.[1] ?? expect.fail(output)
    const origin = await Promise.race([vi.waitFor(found, { timeout: 60_000 }), ended.then(() => expect.fail(output))])
    await vi.waitFor(
      async () => expect(await (await fetch(`${origin}/readyz`)).json(), output).toMatchObject({ store: 'ready' }),
      { timeout: 60_000, interval: 100 },
    )
    const headers = { origin, 'sec-fetch-site': 'same-origin' }
    const removed = await fetch(`${origin}/api/vehicle/v3/connections/one`, { method: 'DELETE', headers })
    expect(removed.status).toBe(200)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  return output
}

it('keeps record and store in the volume, also for another user of the group', { timeout: 300_000 }, async () => {
  expect(await runAs(1_000_650_000)).not.toMatch(/EACCES|EPERM/)
  expect(statSync(join(volume(), 'store', 'data')).uid).toBe(1_000_650_000)
  // As Kubernetes does with a volume that has an fsGroup.
  execFileSync('chmod', ['-R', 'g=u', volume()])
  expect(await runAs(1_000_660_000)).not.toMatch(/EACCES|EPERM/)
  const lines = readFileSync(join(volume(), 'audit.jsonl'), 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'outcome')).toHaveLength(2)
})
