/** The same click at several servers with one PostgreSQL: one of them makes its change, and all say what became of it. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createKeptClicks, type KeptClicks } from '../../store/clicks'
import { openTestStore } from '../../store/harness'
import { openRealm } from '../../store/realms'
import { type Store, StoreError } from '../../store/store'
import { createLog } from '../log'
import { storeAway } from '../team/store-away'
import { createClicks, type First, Repeated } from './clicks'
import { type ClickStore, createSharedClicks } from './shared-clicks'

const LONGEST_MS = 60_000
const log = createLog(() => undefined)

let store: Store
let realm: number
let kept: KeptClicks
beforeAll(async () => {
  store = await openTestStore('postgresql')
  realm = await openRealm(store, 'https://api.example account')
  kept = createKeptClicks(store, realm)
}, 30_000)
/** What each server had left to write. */
const unwritten: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const written of unwritten.splice(0)) await written()
})
afterAll(() => store.close())

/** A server at the store, which can be away from it. */
function startServer() {
  let isAway = false
  let written = Promise.resolve()
  const claim = createSharedClicks(
    {
      now: () => {
        if (isAway) throw storeAway('away')
        return { clicks: kept }
      },
      note: ({ write }) => {
        written = written.then(() => write({ clicks: kept }))
      },
    },
    LONGEST_MS,
    5,
  )
  unwritten.push(() => written)
  return {
    ...createClicks(undefined, log, { clicks: claim, hasPeers: true }),
    written: () => written,
    away(isSo: boolean) {
      isAway = isSo
    },
  }
}
type Server = ReturnType<typeof startServer>

const someClick = () => ({ subject: 'operator-1', id: randomUUID(), target: randomUUID(), thing: 'a connection' })
/** Sends a click. @returns what it came to: here, or as it is said of the first one */
const send = (server: Server, click: ReturnType<typeof someClick>, act: () => Promise<First>) =>
  server
    .once(click, async ({ onOutcome }) => {
      const status = await act()
      onOutcome(status)
      return `sent ${status}`
    })
    .catch((error: unknown) => (error instanceof Repeated ? `repeated ${error.first}` : String(error)))
const never = () => expect.fail('it was sent')

describe('a click', () => {
  it('that came to another server is not carried out again, and its first outcome is said', async () => {
    for (const status of [204, 404, 'unknown', 'not sent'] as const) {
      const [a, b] = [startServer(), startServer()]
      const click = someClick()
      expect(await send(a, click, async () => status)).toBe(`sent ${status}`)
      expect(await send(b, click, async () => never())).toBe(`repeated ${status}`)
      expect(await send(startServer(), click, async () => never())).toBe(`repeated ${status}`)
    }
  })
  it('that is under way elsewhere is waited for', async () => {
    const [a, b] = [startServer(), startServer()]
    const click = someClick()
    let end: (status: First) => void = () => {}
    const ended = new Promise<First>((resolve) => {
      end = resolve
    })
    const begun = vi.fn(() => ended)
    const first = send(a, click, begun)
    await vi.waitFor(() => expect(begun).toHaveBeenCalled())
    const second = send(b, click, async () => never())
    const third = send(b, click, async () => never())
    end(204)
    expect(await Promise.all([first, second, third])).toEqual(['sent 204', 'repeated 204', 'repeated 204'])
  })
  it('whose change was refused before it was sent may be sent to any', async () => {
    const [a, b] = [startServer(), startServer()]
    const click = someClick()
    const refuse = async () => {
      throw new Error('refused')
    }
    expect(await send(a, click, refuse)).toBe('Error: refused')
    expect(await send(b, click, async () => 204)).toBe('sent 204')
    expect(await send(a, click, async () => never())).toBe('repeated 204')
  })
  it('of another person, and of another account, is another', async () => {
    const [a, b] = [startServer(), startServer()]
    const click = someClick()
    expect(await send(a, click, async () => 204)).toBe('sent 204')
    await a.written()
    expect(await send(b, { ...click, subject: 'operator-2' }, async () => 204)).toBe('sent 204')
    const other = createKeptClicks(store, await openRealm(store, 'https://api.example another'))
    expect(await other.claim(click, randomUUID())).toBe(true)
  })
  it('whose server ended without a word is unknown, once no change takes that long', async () => {
    const click = someClick()
    await kept.claim(click, randomUUID())
    const waiting = send(startServer(), click, async () => never())
    await store.query("UPDATE clicks SET begun_at = now() - interval '61 seconds' WHERE click = $1", [click.id])
    expect(await waiting).toBe('repeated unknown')
  })
  it('is ended and given back by the one that makes it alone', async () => {
    const click = someClick()
    const claim = randomUUID()
    await kept.claim(click, claim)
    await kept.end(click, randomUUID(), '404')
    await kept.release(click, randomUUID())
    expect(await kept.read(click)).toMatchObject({ status: null })
    await kept.end(click, claim, '204')
    await kept.release(click, claim)
    expect(await kept.read(click)).toMatchObject({ status: '204' })
  })
  it('is forgotten after a day', async () => {
    const [old, young] = [someClick(), someClick()]
    const server = startServer()
    for (const click of [old, young]) await send(server, click, async () => 204)
    await server.written()
    await store.query("UPDATE clicks SET begun_at = now() - interval '25 hours' WHERE click = $1", [old.id])
    await kept.forget()
    expect([await kept.read(old), await kept.read(young)]).toMatchObject([undefined, { status: '204' }])
  })
  it('of a job is no other server’s: the store is not asked before it begins', async () => {
    const click = { ...someClick(), isOwn: true }
    expect(await startServer().once(click, async () => 'sent')).toBe('sent')
    expect(await kept.read(click)).toBeUndefined()
  })
})

/** Resolves once a server has found the change of a target in progress at another one. */
async function untilWaiting(target: string): Promise<void> {
  const sending = vi.spyOn(kept, 'sending')
  await vi.waitFor(() => expect(sending).toHaveBeenCalledWith(target))
  expect(await sending.mock.results[0]?.value).toBeDefined()
  sending.mockRestore()
}

/** A change that is being sent until its outcome is given. */
function slowChange() {
  let end: (status: First) => void = () => {}
  const ended = new Promise<First>((resolve) => {
    end = resolve
  })
  return { act: vi.fn(() => ended), end: (status: First) => end(status) }
}

describe('a target', () => {
  const twice = () => {
    const click = someClick()
    return [click, { ...click, subject: 'operator-2', id: randomUUID() }] as const
  }
  it.each(['the same server', 'another server'])(
    'that is being changed is not changed by a second click at %s',
    async (at) => {
      const a = startServer()
      const b = at === 'another server' ? startServer() : a
      const [first, second] = twice()
      const { act, end } = slowChange()
      const sent = send(a, first, act)
      await vi.waitFor(() => expect(act).toHaveBeenCalled())
      const repeated = send(b, second, async () => never())
      if (b !== a) await untilWaiting(second.target)
      end(204)
      expect(await Promise.all([sent, repeated])).toEqual(['sent 204', 'repeated 204'])
      await Promise.all([a.written(), b.written()])
      for (const server of [a, b, startServer()])
        expect(await send(server, second, async () => never())).toBe('repeated 204')
      expect(await send(b, { ...second, id: randomUUID() }, async () => 404)).toBe('sent 404') // nothing is being sent now
    },
  )
  it('whose change is refused before it is sent is changed by the click that waited', async () => {
    const [a, b] = [startServer(), startServer()]
    const [first, second] = twice()
    let refuse: (reason: Error) => void = () => {}
    const refusal = new Promise<First>((_, reject) => {
      refuse = reject
    })
    const act = vi.fn(() => refusal)
    const refused = send(a, first, act)
    await vi.waitFor(() => expect(act).toHaveBeenCalled())
    const sent = send(b, second, async () => 204)
    await untilWaiting(second.target)
    refuse(new Error('refused'))
    expect(await Promise.all([refused, sent])).toEqual(['Error: refused', 'sent 204'])
  })
  it('that a job of another server is sending is not changed by a click, and the reverse', async () => {
    const [a, b] = [startServer(), startServer()]
    const [ofJob, click] = twice()
    const { act, end } = slowChange()
    const job = (one: typeof ofJob, change: () => Promise<First>) =>
      a
        .once({ ...one, isOwn: true }, async ({ begin, onOutcome }) => {
          await begin()
          onOutcome(await change())
        })
        .then(() => 'sent')
        .catch((error: unknown) => (error instanceof Repeated ? `repeated ${error.first}` : String(error)))
    const sent = job(ofJob, act)
    await vi.waitFor(() => expect(act).toHaveBeenCalled())
    const repeated = send(b, click, async () => never())
    await untilWaiting(click.target)
    end(204)
    expect(await Promise.all([sent, repeated])).toEqual(['sent', 'repeated 204'])

    const [again, late] = twice()
    const slow = slowChange()
    const removed = send(b, again, slow.act)
    await vi.waitFor(() => expect(slow.act).toHaveBeenCalled())
    const waiting = job(late, async () => never())
    await untilWaiting(late.target)
    slow.end(404)
    expect(await Promise.all([removed, waiting])).toEqual(['sent 404', 'repeated 404'])
  })
  it('can be changed again at once by the server that has its outcome, also before that is written', async () => {
    const [first, second] = twice()
    let write: () => Promise<void> = async () => {}
    const note: ClickStore['note'] = (one) => {
      write = () => one.write({ clicks: kept })
    }
    const clicks = createSharedClicks({ now: () => ({ clicks: kept }), note }, LONGEST_MS, 5)
    const server = createClicks(undefined, log, { clicks, hasPeers: true })
    const change = (click: typeof first, status: First) =>
      server.once(click, async ({ onOutcome }) => onOutcome(status))
    await change(first, 500)
    await change(second, 204)
    await write()
    expect([await kept.read(first), await kept.read(second)]).toMatchObject([{ status: '500' }, { status: '204' }])
  })
  it('whose server ended without a word can be changed again, once no change takes that long', async () => {
    const [first, second] = twice()
    await kept.claim(first, randomUUID())
    await store.query("UPDATE clicks SET begun_at = now() - interval '61 seconds' WHERE click = $1", [first.id])
    expect(await send(startServer(), second, async () => 204)).toBe('sent 204')
    expect(await kept.read(first)).toMatchObject({ status: 'unknown' })
  })
  it('is changed once at a time by each server while the store is away', async () => {
    const server = startServer()
    server.away(true)
    const [first, second] = twice()
    const { act, end } = slowChange()
    const sent = send(server, first, act)
    await vi.waitFor(() => expect(act).toHaveBeenCalled())
    const repeated = send(server, second, async () => never())
    end('unknown')
    expect(await Promise.all([sent, repeated])).toEqual(['sent unknown', 'repeated unknown'])
  })
})

describe('while the store is away', () => {
  it('a change is made, once by each server', async () => {
    const server = startServer()
    server.away(true)
    const click = someClick()
    expect(await send(server, click, async () => 204)).toBe('sent 204')
    expect(await send(server, click, async () => never())).toBe('repeated 204')
    server.away(false)
    expect(await send(server, click, async () => never())).toBe('repeated 204')
    await server.written()
    expect(await kept.read(click)).toBeUndefined() // it was never this server’s there
  })
  it('one that is known to be under way elsewhere is not made', async () => {
    const click = someClick()
    await kept.claim(click, randomUUID())
    let reads = 0
    const failing: KeptClicks = {
      ...kept,
      async read() {
        reads += 1
        throw new StoreError('unavailable')
      },
    }
    const { claim } = createSharedClicks({ now: () => ({ clicks: failing }), note: () => undefined }, LONGEST_MS)
    expect([await claim(click), reads]).toEqual([{ first: 'unknown', isOtherClick: false }, 1])
  })
})

it('is carried out once, and one at a time for each target, at however many servers and whatever becomes of it', async () => {
  const outcome = fc.constantFrom<First | 'refused'>(204, 404, 'unknown', 'refused')
  const sending = fc.record({ server: fc.nat(2), click: fc.nat(5), isJob: fc.boolean(), outcome, turns: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(sending, { minLength: 2, maxLength: 7 }), async (sendings) => {
      const servers = [startServer(), startServer(), startServer()]
      const targets = [randomUUID(), randomUUID()]
      const clicks = Array.from({ length: 6 }, (_, index) => ({
        ...someClick(),
        target: targets[index % 2] ?? expect.fail(),
      }))
      const carried = new Map<string, First[]>()
      const inProgress = new Set<string>()
      const outcomes = new Map<string, Set<unknown>>(targets.map((target) => [target, new Set()]))
      const results = await Promise.all(
        sendings.map(async ({ server, click: index, isJob, outcome: becomes, turns }) => {
          const click = clicks[index] ?? expect.fail()
          const { id, target } = isJob ? { id: randomUUID(), target: click.target } : click // a job has its own clicks
          const result = await (servers[server] ?? expect.fail())
            .once({ ...click, id, target, isOwn: isJob }, async ({ begin, onOutcome }) => {
              await begin()
              expect(inProgress.has(target)).toBe(false)
              inProgress.add(target)
              for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
              inProgress.delete(target)
              if (becomes === 'refused') throw new Error('refused')
              carried.set(id, [...(carried.get(id) ?? []), becomes])
              outcomes.get(target)?.add(becomes)
              onOutcome(becomes)
              return `sent ${becomes}`
            })
            .catch((error: unknown) => {
              if (error instanceof Repeated) return error
              return String(error)
            })
          return { id, target, result }
        }),
      )
      for (const { id, target, result } of results) {
        const [first, ...more] = carried.get(id) ?? []
        expect(more).toEqual([])
        if (!(result instanceof Repeated)) expect([`sent ${first}`, 'Error: refused']).toContain(result)
        else if (first === undefined) expect(outcomes.get(target)).toContain(result.first)
        else expect(result.first).toBe(first)
      }
    }),
    { numRuns: 15 },
  )
})
