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
import { createSharedClicks } from './shared-clicks'

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
  )
  unwritten.push(() => written)
  return {
    ...createClicks(undefined, log, claim),
    written: () => written,
    away(isSo: boolean) {
      isAway = isSo
    },
  }
}
type Server = ReturnType<typeof startServer>

const someClick = () => ({ subject: 'operator-1', id: randomUUID() })
/** Sends a click. @returns what it came to: here, or as it is said of the first one */
const send = (server: Server, click: ReturnType<typeof someClick>, act: () => Promise<First>) =>
  server
    .once(click, async (onOutcome) => {
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
    for (const click of [old, young]) await send(startServer(), click, async () => 204)
    await store.query("UPDATE clicks SET begun_at = now() - interval '25 hours' WHERE click = $1", [old.id])
    await kept.forget()
    expect([await kept.read(old), await kept.read(young)]).toMatchObject([undefined, { status: '204' }])
  })
  it('of a job is no other server’s: the store is not asked', async () => {
    const click = someClick()
    expect(await startServer().once({ ...click, isOwn: true }, async () => 'sent')).toBe('sent')
    expect(await kept.read(click)).toBeUndefined()
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
    const claim = createSharedClicks({ now: () => ({ clicks: failing }), note: () => undefined }, LONGEST_MS)
    expect([await claim(click), reads]).toEqual(['unknown', 1])
  })
})

it('is carried out once, however many servers it comes to and whatever becomes of it', async () => {
  const outcome = fc.constantFrom<First | 'refused'>(204, 404, 'unknown', 'refused')
  const sending = fc.record({ server: fc.nat(2), click: fc.nat(2), outcome, turns: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(fc.array(sending, { minLength: 2, maxLength: 8 }), async (sendings) => {
      const servers = [startServer(), startServer(), startServer()]
      const clicks = [someClick(), someClick(), someClick()]
      const carried = new Map<string, First[]>()
      const results = await Promise.all(
        sendings.map(async ({ server, click, outcome: becomes, turns }) => {
          const { id, subject } = clicks[click] ?? expect.fail()
          const result = await send(servers[server] ?? expect.fail(), { id, subject }, async () => {
            for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
            if (becomes === 'refused') throw new Error('refused')
            carried.set(id, [...(carried.get(id) ?? []), becomes])
            return becomes
          })
          return { id, result }
        }),
      )
      for (const { id, result } of results) {
        const [first, ...more] = carried.get(id) ?? []
        expect(more).toEqual([])
        expect([`sent ${first}`, `repeated ${first}`, 'Error: refused']).toContain(result)
      }
    }),
    { numRuns: 20 },
  )
})
