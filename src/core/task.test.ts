/** Long work: begun once, found again by whoever looks, ended by Stop, by its owner and by the account. */
import { beforeEach, describe, expect, it, vi } from 'vitest'

/** What a component would see. */
vi.mock('react', async () => (await import('./react-harness')).reactOutsideComponents())
const { nextAccount } = await import('./account')
const { isRunning, Tasks, useTask } = await import('./task')

interface Counting {
  phase: 'reading' | 'waiting' | 'done' | 'stopped' | 'failed'
  error?: unknown
  count: number
}

const begin = (before: Counting | undefined): Counting => ({ phase: 'reading', count: before?.count ?? 0 })

/** Tasks whose work does one step each time it is let, and says so. */
function steps() {
  const tasks = new Tasks<Counting>()
  const waiting: (() => void)[] = []
  const signals: AbortSignal[] = []
  const taken: number[] = []
  const work = async (
    run: {
      signal: AbortSignal
      say: (change: Partial<Counting>) => void
      isOwned: () => boolean
      state: () => Counting
    },
    upTo: number,
  ) => {
    signals.push(run.signal)
    while (run.state().count < upTo) {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        run.signal.addEventListener('abort', () => reject(run.signal.reason))
      })
      const count = run.state().count + 1
      if (run.isOwned()) taken.push(count)
      run.say({ count })
    }
    return undefined
  }
  const step = async () => {
    waiting.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  const start = (key: string, upTo: number) => tasks.start(key, begin, work, upTo)
  return { tasks, start, step, signals, taken }
}

beforeEach(() => nextAccount(null))

describe('a task', () => {
  it('is begun once: who asks again joins it, and whoever comes later finds it', async () => {
    const { tasks, start, step, signals } = steps()
    const first = start('a', 2)
    const second = start('a', 2)
    await step()
    expect([useTask(tasks, 'a'), useTask(tasks, 'b'), signals.length]).toEqual([
      { phase: 'reading', count: 1 },
      undefined,
      1,
    ])
    await step()
    await Promise.all([first, second])
    expect(useTask(tasks, 'a')).toMatchObject({ phase: 'done', count: 2 })
  })
  it('goes on to more where more is asked for meanwhile', async () => {
    const { tasks, start, step } = steps()
    const first = start('a', 1)
    void start('a', 3)
    await step()
    expect(tasks.get('a')).toEqual({ phase: 'reading', count: 1 })
    await step()
    await step()
    await first
    expect(tasks.get('a')).toMatchObject({ phase: 'done', count: 3 })
  })
  it('stopped says so, keeps what it has, and asks for no more of what was asked for meanwhile', async () => {
    const { tasks, start, step, signals } = steps()
    const ended = start('a', 1)
    await step()
    const other = start('b', 2)
    await step()
    void start('b', 9)
    tasks.stop('b')
    await Promise.all([ended, other])
    expect([tasks.get('b'), tasks.get('a')?.phase]).toEqual([{ phase: 'stopped', count: 1, error: undefined }, 'done'])
    expect(signals).toHaveLength(2)
  })
  it('begun while Stop still ends the one before is begun behind it', async () => {
    const { tasks, start, step, signals } = steps()
    void start('a', 2)
    await step()
    tasks.stop('a')
    const again = start('a', 2)
    await step()
    await step()
    await again
    expect([signals.length, tasks.get('a')]).toEqual([2, { phase: 'done', count: 2, error: undefined }])
  })
  it('ended by its owner is forgotten at once, says nothing more, and can be begun again', async () => {
    const { tasks, start, step, signals, taken } = steps()
    const ended = start('a', 3)
    await step()
    tasks.end('a')
    expect([tasks.get('a'), signals[0]?.aborted]).toEqual([undefined, true])
    const next = start('a', 1)
    await ended
    expect(tasks.get('a')).toEqual({ phase: 'reading', count: 0 })
    await step()
    await step()
    await next
    expect([tasks.get('a')?.phase, taken]).toEqual(['done', [1, 1]])
  })
  it('of an account ends with it: none of it is there under the next, nor begun by who waited', async () => {
    const { tasks, start, step, signals, taken } = steps()
    const ended = start('a', 3)
    await step()
    tasks.stop('a')
    const waiting = start('a', 3)
    nextAccount(null)
    expect([tasks.get('a'), signals[0]?.aborted]).toEqual([undefined, true])
    await Promise.all([ended, waiting])
    expect([tasks.get('a'), signals.length, taken]).toEqual([undefined, 1, [1]])
  })
  it('that fails says why, and what its work says of its end is said', async () => {
    const tasks = new Tasks<Counting>()
    await tasks.start('a', begin, async () => {
      throw new Error('why')
    })
    expect(tasks.get('a')).toMatchObject({ phase: 'failed', error: new Error('why') })
    await tasks.start('a', begin, async () => ({ phase: 'stopped', count: 7 }), 5)
    expect(tasks.get('a')).toEqual({ phase: 'stopped', count: 7, error: undefined })
  })
  it('is put away once it has ended, not before', async () => {
    const { tasks, start, step } = steps()
    const ended = start('a', 1)
    tasks.settle('a')
    expect(isRunning(tasks.get('a'))).toBe(true)
    await step()
    await ended
    tasks.settle('a')
    expect(tasks.get('a')).toBeUndefined()
  })
})
