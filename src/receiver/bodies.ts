/**
 * Reads bodies within three limits: how large one may be, how long its sender may take, and how much all that are held may
 * take together. Where there is no room left, the one that has been sent for the longest gives way: slow senders hold up
 * nobody.
 */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

export interface BodyLimits {
  /** Of one. */
  mostBytes: number
  /** From its headers to its end. */
  mostMs: number
  /** Of all that are held. */
  heldBytes: number
}

/** `gone`: its sender has left. */
export type BodyFailure = 'too large' | 'too slow' | 'no room' | 'gone'
export interface HeldBody {
  bytes: Buffer
  /** Gives its room back. */
  release(): void
}

/** As much of a request as is read of it. */
type Sent = Readable & Pick<IncomingMessage, 'headers'>

export interface Bodies {
  /** @param invite called once it is to be sent: who has asked whether it may begins then */
  read(request: Sent, invite: () => void): Promise<HeldBody | BodyFailure>
}

/** Room that is made at first; it is doubled as more comes, for what a sender announces costs it nothing. */
const FIRST_BYTES = 8 * 1024

/** @returns undefined where it isn't announced */
const announced = ({ headers }: Sent) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])

export function createBodies({ mostBytes, mostMs, heldBytes }: BodyLimits): Bodies {
  /** What ends each that is being sent, the oldest first. */
  const unfinished = new Set<() => void>()
  let held = 0

  function makeRoom(bytes: number, own: () => void): boolean {
    for (const giveWay of unfinished) {
      if (held + bytes <= heldBytes) break
      if (giveWay === own) return false
      giveWay()
    }
    return held + bytes <= heldBytes
  }

  return {
    read(request, invite) {
      const length = announced(request)
      if (length !== undefined && length > mostBytes) return Promise.resolve('too large')
      return new Promise((resolve) => {
        const most = length ?? mostBytes
        let buffer = Buffer.alloc(0)
        let filled = 0

        function end(result: HeldBody | BodyFailure): void {
          clearTimeout(timer)
          unfinished.delete(giveWay)
          request.off('data', take).off('end', finish).off('close', leave)
          if (typeof result === 'string') release()
          resolve(result)
        }
        function release(): void {
          held -= buffer.length
          buffer = Buffer.alloc(0)
        }
        const giveWay = () => end('no room')
        const leave = () => end('gone')
        const finish = () => end({ bytes: buffer.subarray(0, filled), release })

        function take(chunk: Buffer): void {
          const needed = filled + chunk.length
          if (needed > mostBytes) return void end('too large')
          if (needed > buffer.length) {
            const size = Math.max(needed, Math.min(most, Math.max(FIRST_BYTES, buffer.length * 2)))
            if (!makeRoom(size - buffer.length, giveWay)) return void end('no room')
            held += size - buffer.length
            const larger = Buffer.allocUnsafeSlow(size) // no part of a pool that would be kept with it
            buffer.copy(larger, 0, 0, filled)
            buffer = larger
          }
          chunk.copy(buffer, filled)
          filled = needed
        }

        const timer = setTimeout(() => end('too slow'), mostMs)
        unfinished.add(giveWay)
        request.on('data', take).on('end', finish).on('close', leave)
        request.on('error', () => undefined) // its sender has left, which its end says
        invite()
      })
    },
  }
}
