/** One body for several readers: read once, as fast as it comes up to a size, then as fast as the slowest takes it. */
import type { Readable } from 'node:stream'
import { Body, bodyOf, takeWhole } from './whole'

interface SharedBody {
  /** A body of its own that has all of it, from the beginning; only until `onLarge`. */
  open(): Readable
}

interface Options {
  /** How many bytes are kept for whoever opens it later. */
  most: number
  /** Called once it is larger: nobody may open it any more. */
  onLarge: () => void
  /** Called when it has ended, with all of it; with undefined where it broke off, or is larger than what is kept. */
  onEnd: (whole: Buffer | undefined) => void
}

interface Reader {
  /** The next chunk that it takes. */
  at: number
  /** Gives it that where it has asked for one. */
  give: () => void
}

export function shareBody(body: Readable, { most, onLarge, onEnd }: Options): SharedBody {
  const readers = new Set<Reader>()
  let chunks: Buffer[] = []
  let before = 0 // chunks that were let go
  let size = 0
  let isEnded = false
  let failure: Error | undefined
  const hasNext = ({ at }: Reader) => at < before + chunks.length

  function letGo(): void {
    if (size <= most || readers.size === 0 || [...readers].some(hasNext)) return
    before += chunks.length
    chunks = []
    body.resume()
  }

  function add(chunk: Buffer): void {
    const isLarge = size > most
    chunks.push(chunk)
    size += chunk.length
    if (!isLarge && size > most) onLarge()
    if (size > most) body.pause() // until everyone has it
    for (const { give } of [...readers]) give()
  }

  function end(error?: Error): void {
    if (isEnded) return
    isEnded = true
    failure = error
    onEnd(error || size > most ? undefined : Buffer.concat(chunks))
    for (const { give } of [...readers]) give()
  }

  const whole = takeWhole(body)
  if (whole) {
    if (whole.length > 0) add(whole)
    end()
  } else {
    body.on('data', (chunk) => add(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)))
    body.once('end', () => end())
    body.once('error', end)
    body.once('close', () => end(new Error('The response broke off.')))
  }

  function open(): Readable {
    if (isEnded && !failure && before === 0) return bodyOf(chunks)
    let isAsking = false
    const reader: Reader = { at: 0, give }
    const own = new Body({
      read() {
        isAsking = true
        give()
      },
      destroy(error, done) {
        readers.delete(reader)
        letGo()
        done(error)
      },
    })
    function give(): void {
      if (!isAsking) return
      const chunk = chunks[reader.at - before]
      if (reader.at < before) own.destroy(new Error('The first part is no longer kept.'))
      else if (chunk) {
        isAsking = false
        reader.at += 1
        letGo()
        own.push(chunk)
      } else if (failure) own.destroy(failure)
      else if (isEnded) own.end()
    }
    readers.add(reader)
    return own
  }

  return { open }
}
