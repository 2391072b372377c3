/** Hosts that log their requests, and settings of a gateway with a receiver: for tests that interrupt the server or its store. */
import { type LogEntry, startSandbox } from '../src/sandbox/server'
import { addressesOf } from './own-hosts'
import { dialect } from './provider'
import { receiverAt } from './receiver'
import { expect } from './test'

const SECRET = 'the-application-management-token-of-the-test'
const PATH = '/deliveries/slug-of-the-test'

/** @param world the sandbox's world, which can name a fault */
export async function startLoggedHosts(world: string) {
  const log: LogEntry[] = []
  const hosts = await startSandbox({
    ...{ connections: 1_000, seed: 3, latencyMs: 0, dialect },
    log: (entry) => log.push(entry),
  })
  const token = `sandbox-${world}`
  return {
    /** Requests in the order in which the provider responded. */
    log,
    env: {
      ...addressesOf(hosts),
      ...{ HEADER_PREFIX: 'sb', ACCESS_TOKEN: token, VEHICLE_DATA_TOKEN: token },
      ...{ RECEIVER_PORT: '0', RECEIVER_SECRET: SECRET, RECEIVER_URL: `http://127.0.0.1:1${PATH}` },
    },
    /** Sends one delivery to the gateway's receiver. @param output of the gateway */
    async deliver(output: string) {
      await hosts.deliverTo(receiverAt(output, PATH), SECRET, { perMinute: 0 })
      await hosts.simulate({ count: 1 })
    },
    close: () => hosts.close(),
  }
}

interface Logged {
  log: readonly LogEntry[]
}

/** Changes that the provider received. A batch reads. */
export const changes = ({ log }: Logged) =>
  log.flatMap(({ method, target }) => (method === 'GET' || target.endsWith('/batch') ? [] : `${method} ${target}`))

/** Pages of all connections that the provider has sent, by their queries. */
export const pagesRead = ({ log }: Logged) =>
  log.flatMap(({ target }) => {
    const { pathname, search } = new URL(target, 'http://provider')
    return pathname === '/v3/connections' && /size(%5D|\])?=100/i.test(search) && !/mode/.test(search) ? search : []
  })

export function expectEachOnce(sent: readonly string[], count: number): void {
  expect(sent).toHaveLength(count)
  expect(new Set(sent).size).toBe(count)
}
