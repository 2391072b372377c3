/** A body that is passed on as it comes, and heard to its end whoever still reads it. */
import type { Readable } from 'node:stream'
import { Body, bodyOf, takeWhole } from '../forward/whole'

interface Heard {
  /** All that came; undefined where it is more than is kept. */
  bytes: Buffer | undefined
  /** True where it broke off. */
  isCut: boolean
}

/** @param onEnd called before the reader hears of the end */
export function overheard(body: Readable, most: number, onEnd: (heard: Heard) => void): Readable {
  const chunks: Buffer[] = []
  let size = 0
  let isEnded = false
  let isLeft = false
  const end = (isCut: boolean) => {
    if (isEnded) return
    isEnded = true
    onEnd({ bytes: size > most ? undefined : Buffer.concat(chunks), isCut })
  }
  const add = (chunk: Buffer) => {
    size += chunk.length
    if (size <= most) chunks.push(chunk)
  }

  const whole = takeWhole(body)
  if (whole) {
    add(whole)
    end(false)
    return bodyOf([whole])
  }
  const own = new Body({
    read: () => void body.resume(),
    destroy(error, done) {
      isLeft = true
      body.resume() // the rest is for the recording
      done(error)
    },
  })
  body.on('data', (chunk: Buffer) => {
    add(chunk)
    if (isLeft && size > most) {
      end(false)
      body.destroy()
    } else if (!isLeft && !own.push(chunk)) body.pause()
  })
  body.once('end', () => {
    end(false)
    if (!isLeft) own.end()
  })
  body.once('error', (error) => {
    end(true)
    own.destroy(error)
  })
  return own
}
