/** The account's webhooks are loaded whole, rarely, and without harm. */
import { describe, expect, it } from 'vitest'
import { AGAIN_MS, createKnownWebhooks, type KnownWebhook } from './known-webhooks'

/** A list of so many, in pages of what is asked for. */
function listOf(count: number) {
  const asked: unknown[] = []
  const ask = async (query: Readonly<Record<string, unknown>>, _signal?: AbortSignal) => {
    asked.push(query['page[number]'])
    const [page, size] = [Number(query['page[number]']), Number(query['page[size]'])]
    const ids = Array.from({ length: count }, (_, index) => `w-${index}`).slice((page - 1) * size, page * size)
    const data = ids.map((id) => ({ id, type: 'webhook', attributes: { name: `Name of ${id}` } }))
    const links = { next: page * size < count ? '?page[number]=2' : null }
    return { status: 200, json: { data, links, meta: {} }, facts: {} }
  }
  return { ask, asked }
}

function start(ask: Parameters<typeof createKnownWebhooks>[0]['ask']) {
  const saved: (readonly KnownWebhook[])[] = []
  const warned: string[] = []
  let time = 0
  const known = createKnownWebhooks({
    ...{ ask, pageSize: 100, now: () => time },
    save: async (all) => void saved.push(all),
    log: { warn: (line) => void warned.push(line) },
  })
  return { known, saved, warned, wait: (ms: number) => (time += ms) }
}

describe('the list of webhooks', () => {
  it('is saved with all its pages', async () => {
    const { ask, asked } = listOf(130)
    const { known, saved } = start(ask)
    known.refresh()
    await expect.poll(() => saved.length).toBe(1)
    expect(asked).toEqual([1, 2])
    expect(saved[0]?.length).toBe(130)
    expect(saved[0]?.[129]).toEqual({ id: 'w-129', name: 'Name of w-129' })
  })
  it('is loaded once a minute at most, however many strangers deliver', async () => {
    const { ask, asked } = listOf(1)
    const { known, wait } = start(ask)
    for (let count = 0; count < 100; count += 1) known.refresh()
    await expect.poll(() => asked.length).toBe(1)
    wait(AGAIN_MS)
    known.refresh()
    await expect.poll(() => asked.length).toBe(2)
  })
  it('is loaded one after the other: an older one never replaces a newer one', async () => {
    const counts = [130, 1]
    const { known, saved } = start((query, signal) =>
      listOf(query['page[number]'] === 1 ? (counts.shift() ?? 0) : 130).ask(query, signal),
    )
    await Promise.all([known.load(), known.load()])
    expect(saved.map(({ length }) => length)).toEqual([130, 1])
  })
  it('is left as it was where it can’t be loaded, which is said', async () => {
    const broken = start(async () => {
      throw new Error('the provider is away')
    })
    broken.known.refresh()
    await expect.poll(() => broken.warned).toEqual(['The list of webhooks couldn’t be loaded: the provider is away'])
    const odd = start(async () => ({ status: 200, json: { nothing: true }, facts: {} }))
    odd.known.refresh()
    await expect.poll(() => odd.warned.length).toBe(1)
    expect([broken.saved, odd.saved]).toEqual([[], []])
  })
  it('ends with the server, and says nothing of that', async () => {
    const { known, warned, saved } = start(async (_, signal) => {
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return { status: 200, json: {}, facts: {} }
    })
    known.refresh()
    await known.close()
    known.refresh()
    expect([warned, saved]).toEqual([[], []])
  })
})
