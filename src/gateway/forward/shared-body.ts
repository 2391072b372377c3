/** One body for several readers: read once, as fast as it comes up to a size, then as fast as the slowest takes it. */
import { Readable } from 'node:stream'

interface SharedBody {
  /** A body of its own that has all of it, from the beginning; only while `isWhole`. */
  open(): Readable
  /** True while all that has come is kept. */
  isWhole(): boolean
  /** Resolves to all of it; undefined where it broke off, or is larger than what is kept. */
  whole: Promise<Buffer | undefined>
}

/**
 * @param most how many bytes are kept for whoever opens it later
 * @param onLarge called once it is larger: nobody may open it any more
 */
export function shareBody(body: Readable, most: number, onLarge: () => void): SharedBody {
  const readers = new Set<{ at: number }>()
  let chunks: Buffer[] = []
  let before = 0 // chunks that were let go
  let size = 0
  let isEnded = false
  let failure: { error: unknown } | undefined
  let waiting: (() => void)[] = []
  const change = () => new Promise<void>((resolve) => waiting.push(resolve))
  const tell = () => {
    const told = waiting
    waiting = []
    for (const wake of told) wake()
  }

  async function pump(): Promise<Buffer | undefined> {
    try {
      for await (const chunk of body) {
        const isLarge = size > most
        chunks.push(Buffer.from(chunk))
        size += chunk.length
        if (!isLarge && size > most) onLarge()
        tell()
        while (size > most && [...readers].some(({ at }) => at < before + chunks.length)) await change()
        if (size > most) {
          before += chunks.length
          chunks = []
        }
      }
      return size > most ? undefined : Buffer.concat(chunks)
    } catch (error) {
      failure = { error }
      return undefined
    } finally {
      isEnded = true
      tell()
    }
  }

  async function* read(reader: { at: number }) {
    for (;;) {
      const chunk = chunks[reader.at - before]
      if (reader.at < before) throw new Error('The first part is no longer kept.')
      if (chunk) {
        reader.at += 1
        tell()
        yield chunk
      } else if (failure) throw failure.error
      else if (isEnded) return
      else await change()
    }
  }

  return {
    open() {
      const reader = { at: 0 }
      readers.add(reader)
      const own = Readable.from(read(reader), { objectMode: false })
      own.once('close', () => {
        readers.delete(reader)
        tell() // also wakes this reader itself, so that it ends
      })
      return own
    },
    isWhole: () => size <= most,
    whole: pump(),
  }
}
