/** For the fuzz of the gateway: many connections at once, and how many slots there are behind them. */
import { request } from 'undici'
import { bytesOf, endpointOf, type Place } from './fuzz-bytes'
import type { Connection } from './fuzz-cases'
import type { startHosts } from './fuzz-hosts'
import type { Asked, Oracle } from './fuzz-oracle'
import { play } from './fuzz-wire'
import type { HandedOver, Spec } from './fuzz-world'

/** How many exchanges of one effect one operator may have open with a host: with so many, nobody waits for another. */
const ROOM = 16

/** One operation of each effect at each host that has one. */
const rooms = [
  { method: 'GET', path: '/vehicle/v3/connections/{k}' },
  { method: 'GET', path: '/management/v3/webhooks/{k}' },
  { method: 'GET', path: '/vehicle-data/v2.0/vehicles/{k}/vin' },
  { method: 'DELETE', path: '/vehicle/v3/connections/{k}' },
  { method: 'DELETE', path: '/management/v3/subscriptions/{k}' },
] as const

interface World {
  specs: readonly Spec[]
  ports: readonly number[]
  oracle: Oracle
  handedOver: HandedOver
  hosts: Awaited<ReturnType<typeof startHosts>>
}

export function createStorms({ specs, ports, oracle, handedOver, hosts }: World) {
  let number = 0
  let storms = 0
  /** The bytes of each request that was played, by its mark. */
  let played = new Map<string, { bytes: Buffer; connection: Connection }>()

  /** The bytes of a connection, with what may become of each of its requests. */
  function prepare(connection: Connection) {
    const { gateway, messages } = connection
    const port = ports[gateway] ?? 0
    const own: Asked[] = []
    const bytes = messages.map((message) => {
      const { where, credential, person } = message
      number += 1
      const place: Place = {
        host: `localhost:${port}`,
        origin: `http://localhost:${port}`,
        cookies: handedOver.cookies(credential, gateway, person),
        mark: where.kind === 'shared' ? `s${storms}` : `m${number}`,
        inner: `m${number}0000000`,
      }
      const meant = where.kind === 'target' ? where.method : (endpointOf(message)?.method ?? 'GET')
      const method = message.method ?? meant
      own.push(oracle.expect(message, connection, gateway, place, method))
      return bytesOf(message, place, specs[gateway]?.hasProxy ?? false)
    })
    const all = { bytes: Buffer.concat(bytes), connection }
    for (const { mark } of own) played.set(mark, all)
    return { ...all, own, port }
  }

  /** Plays connections side by side, to the end of the last. */
  async function storm(connections: readonly Connection[]): Promise<void> {
    storms += 1
    played = new Map()
    const prepared = connections.map(prepare)
    await Promise.all(
      prepared.map(async ({ bytes, connection, own, port }) => {
        await new Promise((resolve) => setTimeout(resolve, connection.afterMs))
        const see = (text: string) => oracle.leaked(text, own[0]?.mark ?? '')
        oracle.received(await play(connection, bytes, port, see), own)
      }),
    )
  }

  /** What was sent on the connection of a mark, to be sent again. */
  function replay(mark: string | undefined): string {
    const one = played.get(mark ?? '')
    if (!one) return ''
    const { messages, gateway, ...timing } = one.connection
    const fates = messages.map(({ fate }) => fate)
    return [
      `at the gateway "${specs[gateway]?.name}", the hosts' answers ${JSON.stringify(fates)}, ${JSON.stringify(timing)}:`,
      JSON.stringify(one.bytes.toString('latin1')),
    ].join('\n')
  }

  const arrivals = new Map<string, () => void>()

  /** As many requests of one operator as there is room for. */
  function fill(gateway: number, person: 'op-1' | 'op-2', method: 'GET' | 'DELETE', path: string) {
    const origin = `http://localhost:${ports[gateway]}`
    return Array.from({ length: ROOM }, () => {
      number += 1
      const mark = `m${number}`
      oracle.allow(mark, gateway, 'room', person)
      const cookie = handedOver.cookies('room', gateway, person).join('; ')
      const headers = { origin, cookie, 'x-remote-user': person, 'x-remote-role': 'operator' }
      const here = new Promise<void>((resolve) => arrivals.set(mark, resolve))
      const url = `http://127.0.0.1:${ports[gateway]}/api${path.replace('{k}', mark)}?k=${mark}`
      // A connection of its own: a kept one may be closed as it is used again.
      const answer = request(url, { method, headers, reset: true }).then(
        (response) => response.body.text(),
        () => '', // on a busy machine it is not written before the gateway has given it up
      )
      return { settled: Promise.race([here, answer]), answer }
    })
  }

  /** Where less room is left than there should be: a request found none while the others were open. */
  async function lacking(): Promise<string[]> {
    const found: string[] = []
    for (const { method, path } of rooms) {
      const filled = specs.flatMap((spec, gateway) => {
        if (method === 'DELETE' && spec.isReadOnly) return []
        const persons = (['op-1', 'op-2'] as const).slice(0, spec.hasProxy ? 2 : 1)
        return persons.map((person) => ({ at: `${spec.name}, ${person}`, asked: fill(gateway, person, method, path) }))
      })
      await Promise.all(filled.flatMap(({ asked }) => asked.map(({ settled }) => settled)))
      hosts.release()
      for (const { at, asked } of filled) {
        const answers = await Promise.all(asked.map(({ answer }) => answer))
        const refused = answers.filter((text) => text.includes('"BUSY"')).length
        if (refused > 0) found.push(`${at}: ${method} ${path}: no room for ${refused} of ${ROOM}`)
      }
    }
    return found
  }

  return { storm, replay, lacking, heard: (mark: string | undefined) => arrivals.get(mark ?? '')?.() }
}
