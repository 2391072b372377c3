/** For the fuzz of the gateway: the gateways, the tokens that browsers hand over to them, and whose token each request is due. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '../../api/endpoint'
import { cookieOf } from '../harness'
import type { CredentialKind, Person } from './fuzz-cases'
import { CLIENT_SECRET, SECRET } from './fuzz-hosts'

export interface Spec {
  name: string
  env: Record<string, string>
  isReadOnly: boolean
  /** True where a proxy says who asks. */
  hasProxy: boolean
  /** True where the record is a file too. */
  hasRecord: boolean
  /** What names the server's own token for each host; undefined where it has none. */
  own: Record<Host, string | undefined>
}

const READ_TIMEOUT_MS = '500'
/** What every token of the client credentials is named. */
export const FETCHED = 'fetched'

/** @param folder where their files are kept */
export function gateways(folder: string, tokenUrl: string): Spec[] {
  const CONFIG = join(folder, 'config.json')
  const bucket = { capacity: 1000, refillPerMinute: 60_000 }
  writeFileSync(
    CONFIG,
    JSON.stringify({ bucket, extensions: ['subscriptions.list'], dailyVehicleReads: { perVehicle: 1_000_000 } }),
  )
  const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-role' }
  const credentials = { TOKEN_URL: tokenUrl, CLIENT_ID: 'client', CLIENT_SECRET }
  const kinds: { name: string; env: Record<string, string>; hasRecord?: boolean }[] = [
    { name: 'plain', env: { HEADER_PREFIX: 'x-car' }, hasRecord: true },
    { name: 'read only', env: { READ_ONLY: '1' } },
    { name: 'signed in', env: { ...proxy, CONFIG }, hasRecord: true },
    { name: 'signed in, read only', env: { ...proxy, READ_ONLY: '1' } },
    { name: 'fetched', env: credentials },
  ]
  return kinds.map(({ name, env, hasRecord = false }, index) => {
    const isFetched = 'TOKEN_URL' in env
    const own = {
      vehicle: isFetched ? FETCHED : `own3.${index}`,
      management: isFetched ? FETCHED : `own-m.${index}`,
      vehicleData: index === 3 ? undefined : `own2.${index}`,
    }
    return {
      name,
      isReadOnly: 'READ_ONLY' in env,
      hasProxy: 'TRUSTED_PROXY' in env,
      hasRecord,
      own,
      env: {
        SESSION_SECRET: `a secret of gateway ${index}, of more than thirty-two bytes`,
        READ_TIMEOUT_MS,
        VEHICLE_READ_TIMEOUT_MS: READ_TIMEOUT_MS,
        BODY_LIMIT_KB: '8',
        KEEP_ALIVE_MS: '2000', // none may be left after a storm, of a trusted proxy neither
        ...(!isFetched && { ACCESS_TOKEN: `${SECRET}${own.vehicle}`, MANAGEMENT_TOKEN: `${SECRET}${own.management}` }),
        ...(own.vehicleData && { VEHICLE_DATA_TOKEN: `${SECRET}${own.vehicleData}` }),
        ...(hasRecord && { AUDIT_LOG: join(folder, `record-${index}.jsonl`) }),
        ...env,
      },
    }
  })
}

/** The vehicle for which a token of its own was handed over. */
const VEHICLE = 'veh-1'
const sets = ['a', 'b', 'room'] as const
type Set = (typeof sets)[number]
const users = ['op-1', 'op-2'] as const

/** What a browser holds after tokens were handed over. */
interface Jar {
  version3: string
  version2: string
  vehicle: string
}

const nameOf = (set: string, gateway: number, user: string) => `${set}.${gateway}.${user}`

/** Hands tokens over to every gateway, for each operator. */
export async function handOver(specs: readonly Spec[], ports: readonly number[]) {
  const jars = new Map<string, Jar>()
  for (const [gateway, port] of ports.entries()) {
    for (const user of users) {
      for (const set of sets) {
        const token = (version: string) => `${SECRET}${nameOf(set + version, gateway, user)}`
        const body = { version3: token('3'), version2: token('2'), vehicles: { [VEHICLE]: token('v') } }
        const origin = `http://localhost:${port}`
        const response = await fetch(`http://127.0.0.1:${port}/session`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { origin, 'x-remote-user': user, 'x-remote-role': 'operator' },
        })
        if (response.status !== 200) throw new Error(`${specs[gateway]?.name}: ${await response.text()}`)
        const lines = response.headers.getSetCookie()
        const one = (fits: RegExp) => cookieOf(lines.filter((line) => fits.test(line)))
        const jar = {
          version3: one(/version3-\w{12}=/),
          version2: one(/version2-\w{12}=/),
          vehicle: one(/path=[^;]*veh-1/i),
        }
        jars.set(nameOf(set, gateway, user), jar)
      }
    }
  }

  const jarOf = (set: Set, gateway: number, user: string): Jar => {
    const jar = jars.get(nameOf(set, gateway, user))
    if (!jar) throw new Error(`There is no ${set} for ${user} at ${gateway}.`)
    return jar
  }
  /** Whose seals are good: without a proxy nobody is told from another. */
  const userOf = (person: Person) => (person === 'op-2' ? 'op-2' : 'op-1')

  /** Lines of `Cookie` for a request. */
  function cookies(kind: CredentialKind | 'room', gateway: number, person: Person): string[] {
    const user = userOf(person)
    const jar = (set: Set) => jarOf(set, gateway, user)
    const versions = ({ version3, version2 }: Jar) => `${version3}; ${version2}`
    const { version3, version2, vehicle } = jar('a')
    const [name3 = ''] = version3.split('=')
    const [name2 = ''] = version2.split('=')
    switch (kind) {
      case 'none':
        return []
      case 'a':
      case 'b':
      case 'room':
        return [versions(jar(kind))]
      case 'version 3':
        return [version3]
      case 'version 2':
        return [version2]
      case 'vehicle':
        return [vehicle]
      case 'twice':
        return [versions(jar('a')), versions(jar('b'))]
      case 'tampered':
        return [versions({ version3: spoilt(version3), version2: spoilt(version2), vehicle })]
      case 'swapped':
        return [`${version3.replace(name3, name2)}; ${version2.replace(name2, name3)}`]
      case 'other gateway': {
        // Under the names of this one: those of the other are not seen here.
        const other = jarOf('a', (gateway + 1) % ports.length, user)
        const [value3, value2] = [other.version3, other.version2].map((pair) => pair.slice(pair.indexOf('=') + 1))
        return [`${name3}=${value3}; ${name2}=${value2}`]
      }
      case 'other operator':
        return [versions(jarOf('a', gateway, user === 'op-1' ? 'op-2' : 'op-1'))]
    }
  }

  /** What names the bearers of which a request may carry one at a host; none where it must not be sent at all. */
  function due(kind: CredentialKind | 'room', at: number, person: Person, host: Host, vehicleId?: string): string[] {
    const user = userOf(person)
    const of = (set: string, who: string = user) => nameOf(set + (host === 'vehicleData' ? '2' : '3'), at, who)
    const spec = specs[at]
    const own = [spec?.own[host] ?? []].flat()
    switch (kind) {
      case 'none':
        return own
      case 'a':
      case 'b':
      case 'room':
        return [of(kind)]
      case 'version 3':
        return host === 'vehicleData' ? own : [of('a')]
      case 'version 2':
        return host === 'vehicleData' ? [of('a')] : own
      case 'vehicle':
        if (host !== 'vehicleData' || vehicleId === undefined) return own
        return vehicleId === VEHICLE ? [nameOf('av', at, user)] : []
      case 'twice':
        return [of('a'), of('b')]
      case 'other operator':
        return spec?.hasProxy ? [] : [of('a', user === 'op-1' ? 'op-2' : 'op-1')]
      case 'tampered':
      case 'swapped':
      case 'other gateway':
        return []
    }
  }
  return { cookies, due }
}
export type HandedOver = Awaited<ReturnType<typeof handOver>>

/** One character in the middle of it is another one. */
function spoilt(cookie: string): string {
  const at = Math.floor(cookie.length * 0.7)
  return `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`
}

export const labelOf = (label: string | undefined) => label?.replace(/^fetched-\d+$/, FETCHED)
