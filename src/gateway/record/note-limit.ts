/**
 * Joins lines of the record that cost nothing to cause: of one event and operator the first of each minute have a line
 * of their own, and one more line counts the others. Attempts and outcomes never come here.
 */

const WINDOW_MS = 60_000
/** Operators and clients of one event that are counted separately in a minute; all others are counted together. */
const MOST_KEYS = 100

/** One kind of line, and the operator or client that causes it. */
export interface NoteKey {
  event: string
  /** Lines of their own in a minute. */
  most: number
  /** The operator's ID, or the client's address. */
  of: string
  /** The code of a refusal. */
  code?: string | undefined
}

interface Counted<Line> {
  since: number
  lines: number
  /** Lines that were joined. */
  more: number
  latest: number
  key: NoteKey
  /** The line that the others resemble; undefined for clients that are counted together. */
  first: Line | undefined
}

export interface Joined<Line> {
  key: NoteKey
  first: Line | undefined
  more: number
  since: number
  until: number
}

export interface NoteLimit<Line> {
  /** @returns false if the line is only counted */
  takes(key: NoteKey, line: Line): boolean
  /** Writes the counts of the windows that have ended, or of all of them. */
  flush(scope?: 'all'): void
  close(): void
}

interface Options<Line> {
  write: (joined: Joined<Line>) => void
  now: () => number
}

export function createNoteLimit<Line>({ write, now }: Options<Line>): NoteLimit<Line> {
  const windows = new Map<string, Counted<Line>>()
  const keysOf = new Map<string, number>()
  let nextEnd = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function writeCount(counted: Counted<Line>): void {
    const { key, first, more, since, latest } = counted
    if (more === 0) return
    counted.more = 0
    write({ key, first, more, since, until: latest })
  }

  function flush(scope?: 'all'): void {
    const at = now()
    if (scope !== 'all' && at < nextEnd) return
    nextEnd = Number.POSITIVE_INFINITY
    for (const [name, counted] of windows) {
      const endsAt = counted.since + WINDOW_MS
      const hasEnded = endsAt <= at
      if (!hasEnded) nextEnd = Math.min(nextEnd, endsAt)
      if (hasEnded || scope === 'all') writeCount(counted)
      if (!hasEnded) continue
      windows.delete(name)
      keysOf.set(counted.key.event, (keysOf.get(counted.key.event) ?? 1) - 1)
    }
    if (windows.size === 0) stopTimer()
  }

  function stopTimer(): void {
    clearInterval(timer)
    timer = undefined
  }

  function windowOf(key: NoteKey, line: Line): Counted<Line> {
    const name = JSON.stringify([key.event, key.code, key.of])
    const known = windows.get(name)
    if (known) return known
    const keys = keysOf.get(key.event) ?? 0
    const hasRoom = keys < MOST_KEYS
    const common = JSON.stringify([key.event])
    const shared = hasRoom ? undefined : windows.get(common)
    if (shared) return shared
    const since = now()
    const counted = { since, lines: 0, more: 0, latest: since, key, first: hasRoom ? line : undefined }
    windows.set(hasRoom ? name : common, counted)
    keysOf.set(key.event, keys + 1)
    nextEnd = Math.min(nextEnd, since + WINDOW_MS)
    return counted
  }

  return {
    takes(key, line) {
      flush()
      const counted = windowOf(key, line)
      timer ??= setInterval(() => flush(), WINDOW_MS).unref()
      if (counted.first !== undefined && counted.lines < key.most) {
        counted.lines += 1
        return true
      }
      counted.more += 1
      counted.latest = now()
      return false
    },
    flush,
    close() {
      flush('all')
      stopTimer()
    },
  }
}
