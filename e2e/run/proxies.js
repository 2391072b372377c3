/** Tests the reverse proxies that are installed, in a network of their own; says which are left out, and why. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const find = (tool) =>
  places
    .map((place) => join(place, tool))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
const leaveOut = (what, why) => console.info(`Left out: ${what} (${why}).`)

const found = ['nginx', 'caddy'].filter((tool) => {
  if (find(tool)) return true
  leaveOut(tool, 'not installed')
  return false
})
const tools = ['unshare', 'ip', 'openssl'].filter((tool) => !find(tool))
// Addresses and the usual ports without touching the machine’s own; without root in a namespace of users, too.
const own = process.getuid?.() === 0 ? ['-n'] : ['-rn']
const setUp = 'ip link set lo up && ip address add 198.51.100.1/32 dev lo && ip address add 198.51.100.7/32 dev lo'

if (tools.length > 0) leaveOut('reverse proxies', `${tools.join(', ')} not installed`)
else if (found.length > 0 && spawnSync('unshare', [...own, 'sh', '-c', setUp]).status !== 0)
  leaveOut('reverse proxies', 'no network of their own is allowed here')
else if (found.length > 0) {
  const test = 'exec npx vitest run --project node e2e/run/proxies.soak.test.ts'
  const env = { ...process.env, SOAK: '1', PROXIES: process.env.PROXIES ?? found.join(), PATH: places.join(delimiter) }
  const { status } = spawnSync('unshare', [...own, 'sh', '-c', `${setUp} && ${test}`], { stdio: 'inherit', env })
  process.exitCode = status ?? 1
}
