/** For the fuzz of the gateway: one connection as a client makes it, with its pauses, its resets and its refusal to read. */
import { connect, type Socket } from 'node:net'
import type { Connection } from './fuzz-cases'

/** For so long a client stays at most, once it has sent what it sends. */
const STAYS_MS = 350
/** What is kept of an answer: more than anything that says whose it is. */
const MOST_KEPT = 64 * 1024

/** The pieces in which the bytes are written, each with the pause before it. */
function piecesOf({ pauses, sent }: Connection, bytes: Buffer): { ms: number; piece: Buffer }[] {
  const at = (part: number) => Math.floor((bytes.length * part) / 1000)
  const most = at(sent)
  const pieces: { ms: number; piece: Buffer }[] = []
  let from = 0
  let ms = 0
  for (const [part, pause] of [...pauses].sort(([a], [b]) => a - b)) {
    const to = Math.min(at(part), most)
    if (to > from) pieces.push({ ms, piece: bytes.subarray(from, to) })
    ms = pause
    from = Math.max(from, to)
  }
  if (most > from) pieces.push({ ms, piece: bytes.subarray(from, most) })
  return pieces
}

/**
 * Plays one connection to its end.
 * @param see is handed everything that came back, as it came, with the end of what came before it
 * @returns the beginning of what came back
 */
export function play(
  connection: Connection,
  bytes: Buffer,
  port: number,
  see: (text: string) => void,
): Promise<string> {
  const { end, isDirect } = connection
  return new Promise((resolve) => {
    let received = ''
    let tail = ''
    const timers = new Set<NodeJS.Timeout>()
    const later = (ms: number, act: () => void) => timers.add(setTimeout(act, ms))
    const socket: Socket = connect(
      { port, host: '127.0.0.1', allowHalfOpen: true, ...(isDirect && { localAddress: '127.0.0.2' }) },
      () => {
        later(STAYS_MS + pieces.reduce((sum, { ms }) => sum + ms, 0), () => socket.destroy())
        write(0)
      },
    )
    const pieces = piecesOf(connection, bytes)
    function write(index: number): void {
      const next = pieces[index]
      if (socket.destroyed) return
      if (!next) {
        whenSent()
        return
      }
      const send = () => {
        if (!socket.destroyed && socket.writable) socket.write(next.piece)
        write(index + 1)
      }
      if (next.ms === 0) send()
      else later(next.ms, send)
    }
    function whenSent(): void {
      if (end.how === 'half-closes') socket.end()
      if (end.how === 'resets') later(end.afterMs, () => socket.resetAndDestroy())
      if (end.how === 'leaves') later(end.afterMs, () => socket.destroy())
    }
    if (end.how !== 'does not read')
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1')
        see(tail + text)
        tail = (tail + text).slice(-200)
        if (received.length < MOST_KEPT) received += text
        if (end.how === 'resets at the answer') socket.resetAndDestroy()
      })
    socket.on('end', () => socket.destroy()) // the gateway has said all that it says
    socket.on('error', () => undefined)
    socket.on('close', () => {
      for (const timer of timers) clearTimeout(timer)
      resolve(received)
    })
  })
}
