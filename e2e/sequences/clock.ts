/** Time that passes only when it is told to: timers fire in their order, and what they begin is awaited in between. */
interface Timer {
  id: number
  at: number
  run: () => void
  every?: number
}

export interface Clock {
  now(): number
  setTimeout(run: () => void, ms?: number): number
  setInterval(run: () => void, ms?: number): number
  clear(id: number | undefined): void
  /** Lets `ms` pass. */
  pass(ms: number): Promise<void>
  /** Lets time pass until nothing is due within `most` ms. */
  rest(most: number): Promise<void>
}

/** What goes on by itself ends with far fewer timers than this. */
const MOST_FIRED = 20_000

/** What was promised is settled, as far as nothing waits for a timer. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

export function createClock(start: number): Clock {
  let now = start
  let last = 0
  let fired = 0
  const timers = new Map<number, Timer>()
  const add = (run: () => void, ms = 0, every?: number) => {
    last += 1
    timers.set(last, { id: last, at: now + Math.max(0, ms), run, ...(every !== undefined && { every }) })
    return last
  }
  function next(until: number): Timer | undefined {
    let first: Timer | undefined
    for (const timer of timers.values()) if (timer.at <= until && (!first || timer.at < first.at)) first = timer
    return first
  }
  async function passUntil(until: number): Promise<void> {
    await settle()
    for (let timer = next(until); timer; timer = next(until)) {
      now = Math.max(now, timer.at)
      timers.delete(timer.id)
      if (timer.every !== undefined) timers.set(timer.id, { ...timer, at: now + Math.max(1, timer.every) })
      fired += 1
      timer.run()
      await settle()
    }
    now = until
  }
  return {
    now: () => now,
    setTimeout: (run, ms) => add(run, ms),
    setInterval: (run, ms = 0) => add(run, ms, ms),
    clear: (id) => void (id !== undefined && timers.delete(id)),
    pass: (ms) => passUntil(now + ms),
    async rest(most) {
      await settle()
      const end = fired + MOST_FIRED
      while (next(now + most)) {
        await passUntil(next(now + most)?.at ?? now)
        if (fired > end) throw new Error('It never comes to rest: something goes on by itself.')
      }
    },
  }
}
