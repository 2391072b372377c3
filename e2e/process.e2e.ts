/** The built processes as a user starts them: a wrong setting is one line, a stop is clean, the sandbox says where it is. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { startGateway } from './gateway'

const built = (name: string) => fileURLToPath(new URL(`../build/${name}.js`, import.meta.url))
const run = (env: Record<string, string>) =>
  spawnSync(process.execPath, [built('main')], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 10_000,
  })

for (const [env, line] of [
  [{ PORT: 'abc' }, 'PORT: got "abc", expects a whole number from 0 to 65535.'],
  [{ VEHICLE_URL: 'https://v.example' }, 'VEHICLE_DATA_URL, MANAGEMENT_URL: missing'],
  [{ HOST: '0.0.0.0', ACCESS_TOKEN: 'canary' }, 'HOST: got "0.0.0.0", expects a loopback address'],
  [{ ACCESS_TOKEN: 'a canary' }, 'ACCESS_TOKEN: got 8 characters'],
  [{ CONFIG: '/nowhere.json' }, 'CONFIG: /nowhere.json: can’t be read (ENOENT); expects the path of a JSON file.'],
  [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: missing'],
  [{ REDIS_URL: 'redis://:canary@r' }, 'REDIS_URL: got "redis://…@r", expects nothing'],
] as const) {
  test(`a start with ${JSON.stringify(env)} is one clear line`, () => {
    const { status, stderr, stdout } = run(env)
    expect(status).toBe(1)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toContain(line)
    expect(stderr + stdout).not.toContain('canary')
  })
}

test('a start does not build again what these tests run on', () => {
  const asked = spawnSync(process.execPath, [fileURLToPath(new URL('../src/is-built.js', import.meta.url))])
  expect(asked.status, 'The tree has changed since its build.').toBe(0)
})

test('a port that is taken is one clear line', async () => {
  const first = await startGateway({ SANDBOX_CONNECTIONS: '30' })
  const { status, stderr } = run({ PORT: new URL(first.origin).port, SESSION_SECRET: 'x'.repeat(32) })
  expect([status, stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^PORT: \d+ is in use on 127\.0\.0\.1; expects a free port\.$/),
  ])
  await first.stop()
})

test('SIGTERM lets a running request end, then the process does', async () => {
  const gateway = await startGateway({ SANDBOX_LATENCY_MS: '400', SANDBOX_CONNECTIONS: '30' })
  const asked = fetch(`${gateway.origin}/api/vehicle/v3/connections`, { headers: { 'x-forecourt': '1' } })
  await expect.poll(async () => (await fetch(`${gateway.origin}/healthz`)).status).toBe(200)
  const stopped = gateway.stop()
  expect((await asked).status).toBe(200)
  await stopped
  await expect(fetch(`${gateway.origin}/healthz`)).rejects.toThrow()
})

test('the sandbox alone prints one line of JSON, and its token opens every host', async () => {
  const child = spawn(process.execPath, [built('sandbox')], {
    env: { PATH: process.env.PATH, SANDBOX_LATENCY_MS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer] // the stream gives buffers
  const addresses = JSON.parse(line.toString())
  expect(Object.keys(addresses)).toEqual(['vehicleData', 'vehicle', 'management', 'connect', 'docs', 'token'])
  const headers = { authorization: `Bearer ${addresses.token}` }
  expect((await fetch(`${addresses.vehicle}/v3/connections`, { headers })).status).toBe(200)
  expect((await fetch(`${addresses.management}/v3/webhooks`, { headers })).status).toBe(200)
  const refused = await fetch(`${addresses.vehicle}/v3/connections`)
  expect(refused.status).toBe(401)
  const { errors } = await refused.json()
  expect((await fetch(errors[0].links.about)).status).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
