/** When a server process has to end: told to by a signal, or left behind by the npm that started it. */

const LOOK_MS = 500

/**
 * Calls `stop` once. npm starts a script through a shell, and a shell that is ended does not pass the signal on:
 * a process that npm started and whose parent is gone would keep the port for ever.
 */
export function onStop(stop: () => void): void {
  let isStopping = false
  const once = () => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  process.once('SIGTERM', once)
  process.once('SIGINT', once)
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => process.ppid !== parent && once(), LOOK_MS).unref()
}
