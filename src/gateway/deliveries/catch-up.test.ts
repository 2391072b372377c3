/** Streams that open in a moment catch up with one read of the store, in parts, in one place. */
import { expect, it, vi } from 'vitest'
import type { TeamDelivery } from '../../api/team-deliveries'
import { CATCH_UP_GAP_MS, createCatchUp, MOST_ROWS, PART_ROWS, type TailSource } from './catch-up'

/** A book of so many rows, which counts what is read. @param refuse no place is free */
function start(count: number, { refuse = false } = {}) {
  const reads: string[] = []
  const places = { taken: 0, most: 0, now: 0 }
  const row = (id: number) => ({ id }) as TeamDelivery // as much as it uses
  const book: TailSource['deliveries']['book'] = {
    async since(id, limit) {
      reads.push(`since ${id} limit ${limit}`)
      return Array.from({ length: Math.max(0, Math.min(limit, count - id)) }, (_, nth) => row(id + 1 + nth))
    },
    async page({ limit }) {
      reads.push(`page limit ${limit}`)
      const rows = Array.from({ length: Math.min(limit, count) }, (_, nth) => row(count - nth))
      return { rows, next: null, count: { value: count, isExact: true } }
    },
  }
  const source: TailSource = {
    deliveries: { book, hear: () => () => undefined },
    hints: {
      say: () => undefined,
      hear: () => () => undefined,
      ready: async () => undefined,
      close: async () => undefined,
    },
    async inPlace(read) {
      if (refuse) throw new Error('No place became free.')
      places.taken += 1
      places.now += 1
      places.most = Math.max(places.most, places.now)
      return await read().finally(() => {
        places.now -= 1
      })
    },
  }
  const rests: (() => void)[] = []
  const add = createCatchUp({
    source: () => source,
    newest: async () => count,
    rest: (ms) => new Promise<void>((resolve) => rests.push(resolve)).then(() => expect(ms).toBe(CATCH_UP_GAP_MS)),
  })
  /** @returns the numbers that it was sent, or the event without rows */
  function connect(lastId?: number, isOpen = true) {
    const sent: (string | Buffer)[] = []
    add({ lastId, send: (text) => sent.push(text), isOpen: () => isOpen })
    const ids = () =>
      sent.flatMap<number | string | undefined>((text) => {
        const data = /^data: (.*)$/m.exec(`${text}`)?.[1] ?? ''
        return data === '' ? [`${text}`.split('\n')[0]] : (JSON.parse(data) as { id: number }[]).map(({ id }) => id)
      })
    return { sent, ids }
  }
  const rest = async () => {
    await vi.waitFor(() => expect(rests).toHaveLength(1), { interval: 1 })
    rests.pop()?.()
  }
  return { reads, places, connect, rest }
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)

it('sixty that connect at once cost the reads of one, and share the bytes that they are sent', async () => {
  const { reads, places, connect, rest } = start(1_000)
  connect(600)
  await rest()
  const own = reads.splice(0)
  expect(own.length).toBe(Math.ceil(400 / PART_ROWS) + 1) // the last finds no more
  const many = Array.from({ length: 60 }, () => connect(600))
  await rest() // once the read that finds no more has ended, too
  expect(many.map(({ ids }) => ids())).toEqual(Array(60).fill(range(601, 1_000)))
  expect(new Set(many.flatMap(({ sent }) => sent)).size).toBe(many[0]?.sent.length)
  expect([reads, places]).toEqual([own, { taken: 2, most: 1, now: 0 }])
})

it('reads no part of more than 50 rows, and leaves the event loop to others between two', async () => {
  const { reads, connect, rest } = start(1_000)
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const { ids } = connect(500)
  await rest()
  isOver = true
  expect(ids()).toEqual(range(501, 1_000))
  expect(reads.every((read) => read.endsWith(` limit ${PART_ROWS}`))).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(MOST_ROWS / PART_ROWS)
})

it('sends each what it has missed, and the newest 50 to those who connect for the first time', async () => {
  const { connect, rest } = start(1_000)
  connect(1_000) // is first, alone
  await rest()
  const streams = [connect(990), connect(), connect(901), connect(400), connect(2_000), connect()]
  await rest()
  expect(streams.map(({ ids }) => ids())).toEqual([
    ...[range(991, 1_000), range(951, 1_000), range(902, 1_000)],
    ...[['event: missed'], [], range(951, 1_000)],
  ])
})

it('reads nothing for those who have left', async () => {
  const { reads, connect, rest } = start(1_000)
  connect(900, false)
  await rest()
  expect(reads).toEqual([])
})

it('says that rows were missed if no place of the store becomes free', async () => {
  const { reads, connect, rest } = start(1_000, { refuse: true })
  const [returning, newcomer] = [connect(900), connect()]
  await rest()
  await rest()
  expect([returning.ids(), newcomer.ids(), reads]).toEqual([['event: missed'], ['event: missed'], []])
})
