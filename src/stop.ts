/** When a server process has to end: told to by a signal, or left behind by the npm that started it. */

const LOOK_MS = 500

/** One Ctrl+C arrives twice where npm passes it on. */
const ONE_SIGNAL_MS = 1_000

/**
 * Calls `stop` once, and `insist` where somebody asks again. npm starts a script through a shell, and a shell that is ended does not pass the signal on:
 * a process that npm started and whose parent is gone would keep the port for ever.
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
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, told)
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => process.ppid !== parent && once(), LOOK_MS).unref()
}
