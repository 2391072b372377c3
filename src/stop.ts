/** When a server process has to end: told to by a signal, or left behind by the npm that started it. */

const LOOK_MS = 500

/** One Ctrl+C arrives twice where npm passes it on. */
const ONE_SIGNAL_MS = 1_000

/**
 * Calls `stop` once, and `insist` where somebody asks again. npm starts a script through a shell, and a shell that is
 * ended does not pass the signal on: a process that npm started and whose parent is gone would keep the port for ever.
 */
export function onStop(stop: () => void, insist: () => void = () => process.exit(1)): void {
  let begunAt: number | undefined
  const once = () => {
    if (begunAt !== undefined) return
    begunAt = performance.now()
    stop()
  }
  const told = () => {
    if (begunAt !== undefined && performance.now() - begunAt > ONE_SIGNAL_MS) insist()
    once()
  }
  // SIGHUP: the terminal, or the session that it was started from, has ended.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, told)
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => process.ppid !== parent && once(), LOOK_MS).unref()
}

/** Goes on where nobody reads what the process prints any more, as when `| head` has seen enough. */
export function surviveDeafness(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined) // there is nobody to tell
}

/** Calls `last` for an error that nothing else has caught; the process ends with 1 behind it, and in `mostMs` anyway. */
export function onLastError(last: (error: unknown) => Promise<void>, mostMs: number): void {
  let isEnding = false
  process.on('uncaughtException', (error) => {
    if (isEnding) return
    isEnding = true
    process.exitCode = 1 // a stop that is under way ends with it, too
    setTimeout(() => process.exit(1), mostMs)
    void last(error).finally(() => process.exit(1))
  })
}
