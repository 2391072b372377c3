/** Tests the server behind nginx and Caddy, in a network namespace of their own. Fails if a program it needs is missing. */
import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { programFolders, requireTools } from './tools.js'

function fail(message) {
  console.error(message)
  process.exit(1)
}

requireTools('reverse proxies')

// The namespace has the usual ports and addresses free. Without root, a user namespace allows it.
const unshareFlags = process.getuid?.() === 0 ? ['-n'] : ['-rn']
const setUp = 'ip link set lo up && ip address add 198.51.100.1/32 dev lo && ip address add 198.51.100.7/32 dev lo'
const env = { ...process.env, SOAK: '1', PATH: programFolders.join(delimiter) }
if (spawnSync('unshare', [...unshareFlags, 'sh', '-c', setUp], { env, stdio: 'inherit' }).status !== 0)
  fail('The test of the reverse proxies can’t run: this system allows no network namespace. Run it as root.')

const test = 'exec npx vitest run --project node e2e/run/proxies.soak.test.ts'
const { status } = spawnSync('unshare', [...unshareFlags, 'sh', '-c', `${setUp} && ${test}`], {
  stdio: 'inherit',
  env: { ...env, PROXIES: process.env.PROXIES ?? 'nginx,caddy' },
})
process.exitCode = status ?? 1
