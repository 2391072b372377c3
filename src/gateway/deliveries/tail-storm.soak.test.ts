/** Viewers who connect 60 times a second keep neither others nor a removal waiting. */
import { request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engines, openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { startHost } from '../harness'
import { CATCH_UP_GAP_MS } from './catch-up'
import { as, COLD_MS, eventOf, startDeliveryGateway } from './delivery-harness'

const CONNECTS_PER_SECOND = 60
const SECONDS = 10
/** How far behind each connection claims to be. */
const BEHIND = 499
const DELIVERIES = 600
/** A group catches up and polls at most every quarter of a second, also while what was open is closed. */
const MOST_ROWS_READ = ((SECONDS + 5) * 1_000 * (BEHIND + 100)) / CATCH_UP_GAP_MS
const STORM_MS = 120_000

const quantile = (times: number[], part: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0)

/** One who reaches the limits of one operator, and so many that none does. */
const VIEWERS = [1, 100]

describe.each(engines)('on %s', (engine) => {
  it.each(VIEWERS)(
    'others get their lists and a removal its outcome beside %i who connect',
    async (viewers) => {
      const store = await openTestStore(engine)
      const host = await startHost((_, res) => res.writeHead(204).end())
      let rowsRead = 0
      const counting: Store = {
        ...store,
        async query(sql, parameters) {
          const found = await store.query(sql, parameters)
          if (sql.includes('FROM deliveries WHERE realm = $1 AND id > $2')) rowsRead += found.length
          return found
        },
      }
      const { gateway, send, rows } = await startDeliveryGateway(counting, host.address)
      for (let nth = 0; nth < DELIVERIES; nth += 20)
        await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            send(
              eventOf({
                userId: 'u',
                vehicleId: `v-${nth + at}`,
                signals: [{ code: 'odometer-traveleddistance', body: { value: 1 } }],
              }),
            ),
          ),
        )
      await gateway.app.team.deliveries()?.book.idle()
      const newest = (await rows())[0]?.id ?? 0
      const { port } = gateway
      const streams = new Map<number, number>()
      let connects = 0
      const connect = () => {
        connects += 1
        const headers = {
          ...as('viewer', `eve-${connects % viewers}`),
          origin: gateway.origin,
          'sec-fetch-site': 'same-origin',
          'last-event-id': String(newest - BEHIND),
        }
        const sent = request({ host: '127.0.0.1', port, path: '/deliveries/tail', headers, agent: false })
        sent.on('error', () => undefined) // cut off below
        sent.on('response', (response) => {
          const status = response.statusCode ?? 0
          streams.set(status, (streams.get(status) ?? 0) + 1)
          response.on('error', () => undefined).resume()
        })
        sent.end()
        setTimeout(() => sent.destroy(), 2_000)
      }
      rowsRead = 0
      const delay = monitorEventLoopDelay({ resolution: 10 })
      delay.enable()
      const storm = setInterval(connect, 1_000 / CONNECTS_PER_SECOND)
      const statuses = new Map<number, number>()
      const times: number[] = []
      const removals: number[] = []
      const endsAt = performance.now() + SECONDS * 1_000
      await Promise.all([
        (async () => {
          while (performance.now() < endsAt) {
            const began = performance.now()
            const { status } = await gateway.ask('/deliveries.json?limit=50', { headers: as('viewer', 'bob') })
            times.push(performance.now() - began)
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            await pause(50)
          }
        })(),
        (async () => {
          await pause(2_000)
          while (performance.now() < endsAt) {
            const began = performance.now()
            const path = `/api/vehicle/v3/connections/c-${removals.length}`
            const { status } = await gateway.ask(path, { method: 'DELETE', headers: as('operator', 'ann') })
            expect(status).toBe(204)
            removals.push(performance.now() - began)
            await pause(500)
          }
        })(),
      ])
      clearInterval(storm)
      delay.disable()
      const found = {
        ...{ engine, viewers, lists: times.length, median: quantile(times, 0.5), p95: quantile(times, 0.95) },
        ...{ removals: removals.length, slowestRemoval: Math.round(Math.max(...removals)) },
        ...{ longestStretch: Math.round(delay.max / 1e6), streams: Object.fromEntries(streams), rowsRead },
      }
      console.info(JSON.stringify(found)) // in ms
      await pause(2_500)
      await gateway.close()
      host.close()
      await store.close()
      expect([...statuses.keys()]).toEqual([200])
      expect(rowsRead).toBeLessThanOrEqual(MOST_ROWS_READ)
    },
    STORM_MS + COLD_MS,
  )
})
