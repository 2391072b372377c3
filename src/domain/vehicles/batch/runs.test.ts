/** Batches are sent once, and what failed alone is sent again. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unanswered } from '../../../api/pending-harness'

/** What a component would see. */
vi.mock('react', async () => (await import('../../../core/react-harness')).reactOutsideComponents())
const { nextAccount } = await import('../../../core/account')
const { cancelRun, sendRun, useRuns } = await import('./runs')

interface Sent {
  address: string
  paths: string[]
}
/** Answers each path as `codes` says: a status, or missing. */
function service(codes: Record<string, (number | 'missing')[]>) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const paths = JSON.parse(body).requests.map(({ path }: { path: string }) => path)
    sent.push({ address, paths })
    const responses = paths.flatMap((path: string) => {
      const code = codes[path]?.shift() ?? 200
      return code === 'missing' ? [] : [{ path, code, body: { try: sent.length }, headers: {} }]
    })
    return Response.json({ responses })
  })
  return sent
}

afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

describe('sendRun', () => {
  it('sends one batch; the same one under way is waited for', async () => {
    const sent = service({})
    const [first, second] = await Promise.all([sendRun('v', ['/a', '/b']), sendRun('v', ['/a', '/b'])])
    expect(first).toBe(second)
    expect(sent).toEqual([{ address: '/api/vehicle-data/v2.0/vehicles/v/batch', paths: ['/a', '/b'] }])
    expect(useRuns('v')).toHaveLength(1)
  })
  it('sends only what failed or is missing again, and keeps the rest', async () => {
    const sent = service({ '/b': [500, 200], '/c': ['missing', 200] })
    const first = await sendRun('v', ['/a', '/b', '/c'])
    expect(first.rows.map(({ state }) => state)).toEqual(['answered', 'failed', 'missing'])
    const second = await sendRun('v', ['/a', '/b', '/c'], first)
    expect(sent[1]?.paths).toEqual(['/b', '/c'])
    expect(second.rows.map(({ path, state, isKept, body }) => [path, state, isKept, body])).toEqual([
      ['/a', 'answered', true, { try: 1 }],
      ['/b', 'answered', false, { try: 2 }],
      ['/c', 'answered', false, { try: 2 }],
    ])
    expect(useRuns('v').map(({ id }) => id)).toEqual([second.id, first.id])
  })
  it('the whole failing is told apart, and what was kept stays', async () => {
    service({ '/b': [500] })
    const first = await sendRun('v', ['/a', '/b'])
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
    const second = await sendRun('v', ['/a', '/b'], first)
    expect(second).toMatchObject({ phase: 'failed', error: { status: 502 } })
    expect(second.rows.map(({ state }) => state)).toEqual(['answered', 'failed'])
  })
  it('can be cancelled', async () => {
    vi.stubGlobal('fetch', unanswered)
    const run = sendRun('v', ['/a'])
    const [begun] = useRuns('v')
    if (begun) cancelRun(begun)
    expect((await run).phase).toBe('cancelled')
    expect(useRuns('v')[0]?.phase).toBe('cancelled')
  })
  it('an answer that comes after all was forgotten is not kept', async () => {
    service({})
    const run = sendRun('v', ['/a'])
    nextAccount(null)
    await run
    expect(useRuns('v')).toEqual([])
  })
})
