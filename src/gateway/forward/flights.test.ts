/** Requests under way that are one, and answers that are given again: to whom, for how long, and never too much. */
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { REMEMBERED_MS } from '../../api/config'
import { createFlights, MOST_SHARED } from './flights'
import type { UpstreamResponse } from './upstream'

let time = 0
let asked: {
  answer: (response: Partial<UpstreamResponse>) => void
  fail: (error: Error) => void
  signal: AbortSignal
}[]
beforeEach(() => {
  time = 0
  asked = []
})
const flights = () => createFlights(() => time)
const ask = (signal: AbortSignal) =>
  new Promise<UpstreamResponse>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    const answer = (response: Partial<UpstreamResponse>) =>
      resolve({ status: 200, headers: {}, body: Readable.from(['{}']), ...response })
    asked.push({ answer, fail: reject, signal })
  })
const of = (more = {}) => ({ flight: 'a', memory: 'a', account: 'one', gone: new AbortController().signal, ...more })
const tick = () => new Promise((resolve) => setImmediate(resolve))

describe('a request under way', () => {
  it('is one for all who ask the same, and each has the whole of it', async () => {
    const { get } = flights()
    const all = [get(of(), ask), get(of(), ask), get(of(), ask)]
    expect(asked).toHaveLength(1)
    asked[0]?.answer({ status: 201, body: Readable.from(['{"a"', ':1}']) })
    const answers = await Promise.all(all)
    expect(answers.map(({ status, reused }) => [status, reused])).toEqual([
      [201, undefined],
      [201, 'flight'],
      [201, 'flight'],
    ])
    expect(await Promise.all(answers.map(({ body }) => text(body)))).toEqual(Array(3).fill('{"a":1}'))
  })
  it('is ended when all have left, and no sooner', async () => {
    const { get } = flights()
    const [one, two] = [new AbortController(), new AbortController()]
    const first = get(of({ gone: one.signal }), ask)
    const second = get(of({ gone: two.signal }), ask)
    one.abort('left')
    await expect(first).rejects.toBe('left')
    expect(asked[0]?.signal.aborted).toBe(false)
    two.abort('left too')
    await expect(second).rejects.toBe('left too')
    expect(asked[0]?.signal.aborted).toBe(true)
    void get(of(), ask).catch(() => undefined)
    expect(asked).toHaveLength(2) // one that is given up is joined by nobody
  })
  it('whose first asker leaves in its body goes on for the others', async () => {
    const { get } = flights()
    const all = [get(of(), ask), get(of(), ask)] as const
    const body = new Readable({ read() {} })
    asked[0]?.answer({ body })
    const [first, second] = await Promise.all(all)
    body.push('{')
    first.body.destroy()
    await tick()
    expect(body.destroyed).toBe(false)
    body.push('}')
    body.push(null)
    expect(await text(second.body)).toBe('{}')
  })
  it('whose body nobody waits for any more is ended', async () => {
    const { get } = flights()
    const asking = get(of(), ask)
    const body = new Readable({ read() {} })
    asked[0]?.answer({ body })
    const { body: mine } = await asking
    mine.destroy()
    await expect.poll(() => body.destroyed).toBe(true)
  })
  it('that fails fails for all of them, and the next one asks anew', async () => {
    const { get } = flights()
    const all = [get(of(), ask), get(of(), ask)]
    asked[0]?.fail(new Error('gone'))
    for (const one of all) await expect(one).rejects.toThrow('gone')
    void get(of(), ask)
    expect(asked).toHaveLength(2)
  })
  it('that breaks off breaks off for all of them, and is not remembered', async () => {
    const { get } = flights()
    const all = [get(of(), ask), get(of(), ask)]
    const body = new Readable({ read() {} })
    asked[0]?.answer({ body })
    const answers = await Promise.all(all)
    body.push('{')
    body.destroy(new Error('cut'))
    for (const answer of answers) await expect(text(answer.body)).rejects.toThrow()
    void get(of(), ask)
    expect(asked).toHaveLength(2)
  })
  it('of an answer past the most that is shared is joined by nobody later, and kept back for who reads slowly', async () => {
    const { get } = flights()
    const all = [get(of(), ask), get(of(), ask)] as const
    let made = 0
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const chunks = (4 * MOST_SHARED) / chunk.length
    const body = new Readable({
      read() {
        made += 1
        this.push(made > chunks ? null : chunk)
      },
    })
    asked[0]?.answer({ body })
    const [fast, slow] = await Promise.all(all)
    fast.body.resume()
    await expect.poll(() => made * chunk.length).toBeGreaterThan(MOST_SHARED)
    await tick()
    expect(made * chunk.length).toBeLessThan(2 * MOST_SHARED) // the slow one has taken nothing yet
    void get(of(), ask)
    expect(asked).toHaveLength(2)
    expect((await text(slow.body)).length).toBe(chunks * chunk.length)
  })
})

describe('an answer that is remembered', () => {
  async function once(get: ReturnType<typeof flights>['get'], more = {}, response: Partial<UpstreamResponse> = {}) {
    const before = asked.length
    const asking = get(of(more), ask)
    asked[before]?.answer(response)
    const answer = await asking
    const said = await text(answer.body)
    await tick()
    return { ...answer, said, isNew: asked.length > before }
  }
  it('is given again for two seconds, and says so', async () => {
    const { get } = flights()
    const headers = { 'content-type': 'application/json' }
    await once(get, {}, { headers, body: Readable.from(['{"a":1}']) })
    time = REMEMBERED_MS - 1
    expect(await once(get)).toMatchObject({ isNew: false, said: '{"a":1}', headers, reused: 'memory' })
    time = REMEMBERED_MS
    expect((await once(get)).isNew).toBe(true)
  })
  it('is not given to one who knows an answer already, and what they are told is remembered', async () => {
    const { get } = flights()
    await once(get)
    expect((await once(get, { isFresh: true }, { body: Readable.from(['newer']) })).isNew).toBe(true)
    expect(await once(get)).toMatchObject({ isNew: false, said: 'newer' })
    const under = get(of({ flight: 'b', memory: 'b' }), ask)
    const fresh = get(of({ flight: 'b', memory: 'b', isFresh: true }), ask)
    expect(asked).toHaveLength(4) // what was under way before says less
    for (const { answer } of asked) answer({})
    await Promise.all([under, fresh])
  })
  it('costs the same however many there are', async () => {
    let looks = 0
    const { get } = createFlights(() => {
      looks += 1
      return time
    })
    const looksFor = async (nth: number) => {
      looks = 0
      await once(get, { flight: `${nth}`, memory: `${nth}` })
      return looks
    }
    const first = await looksFor(0)
    for (let nth = 1; nth < 100; nth += 1) expect(await looksFor(nth)).toBe(first)
  })
  it('is a success alone', async () => {
    const { get } = flights()
    for (const status of [304, 400, 404, 429, 500]) {
      await once(get, {}, { status })
      expect((await once(get, {}, { status })).isNew).toBe(true)
    }
  })
  it('is that of the same account alone', async () => {
    const { get } = flights()
    await once(get)
    expect((await once(get, { memory: 'b' })).isNew).toBe(true)
  })
  it('is not the one of before a change, nor of a read begun before it ended', async () => {
    const { get, change } = flights()
    await once(get)
    const end = change('one')
    expect((await once(get)).isNew).toBe(true)
    const under = get(of(), ask) // begun while the change runs: it may or may not have seen it
    const before = asked.at(-1)
    end()
    const after = get(of(), ask)
    expect(asked).toHaveLength(4)
    before?.answer({ body: Readable.from(['"old"']) })
    asked.at(-1)?.answer({ body: Readable.from(['"new"']) })
    expect(await Promise.all([under, after].map(async (one) => text((await one).body)))).toEqual(['"old"', '"new"'])
    await tick()
    expect((await once(get)).isNew).toBe(true)
  })
  it('is none for a while after a change: what was accepted may take its time', async () => {
    const { get, change } = flights()
    change('one')()
    for (time = 0; time < 16_000; time += 1000) expect((await once(get)).isNew).toBe(true)
    expect((await once(get, { flight: 'b', memory: 'b', account: 'two' })).isNew).toBe(true)
    expect((await once(get, { flight: 'b', memory: 'b', account: 'two' })).isNew).toBe(false)
    time = 30_000
    await once(get)
    expect((await once(get)).isNew).toBe(false)
  })
})
