/** Which process holds a lock, and if it still runs, as far as another process can know. */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** One line of JSON in the lock’s file. */
export interface LockHolder {
  pid: number
  host: string
  /** Processes with the same value see each other’s IDs. */
  system: string
  /** When the computer started, in seconds since the epoch, if `system` doesn’t tell two starts apart. */
  bootedAt?: number
  /** When the process started, because its ID may belong to another one later. Undefined: unknown. */
  startedAt?: string
  /** Differs in each lock of a process. */
  name: string
}

/** Clocks of computers are corrected by some seconds. */
const SAME_BOOT_S = 5

/** @returns this process, without a name */
export function currentProcess(): Omit<LockHolder, 'name'> {
  const common = { pid: process.pid, host: hostname() }
  const [boot, namespace] = [readText('/proc/sys/kernel/random/boot_id'), readLink('/proc/self/ns/pid')]
  if (process.platform !== 'linux' || boot === undefined || namespace === undefined)
    return {
      ...common,
      system: `${process.platform} ${hostname()}`,
      bootedAt: Math.round(Date.now() / 1_000 - uptime()),
    }
  // Containers have IDs of their own, and often the same ones.
  const startedAt = startOf(process.pid)
  return { ...common, system: `${boot} ${namespace}`, ...(startedAt !== undefined && { startedAt }) }
}

/** @returns undefined if only the lock’s file can tell, because the process belongs to another computer or container */
export function isRunning(holder: LockHolder, self = currentProcess()): boolean | undefined {
  if (holder.system !== self.system) return undefined
  if (Math.abs((holder.bootedAt ?? 0) - (self.bootedAt ?? 0)) > SAME_BOOT_S) return undefined
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  if (holder.startedAt === undefined) return holder.pid === self.pid ? true : undefined
  const started = startOf(holder.pid)
  if (started === undefined) return undefined
  return started === holder.startedAt
}

/** @returns undefined if it can’t be read; the empty text for a process that has ended and still has an entry */
function startOf(pid: number): string | undefined {
  const text = readText(`/proc/${pid}/stat`)
  // The name before it, in parentheses, may have any character (proc(5)).
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields === undefined) return undefined
  return fields[0] === 'Z' || fields[0] === 'X' ? '' : fields[19]
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
