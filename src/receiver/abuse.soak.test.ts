/** The listener as a process of its own under what strangers send: its memory as the machine sees it. */
import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPrograms } from '../store/program-harness'
import { HEADER, PATH, send, signed, speak } from './listener-harness'

const MB = 1024 * 1024
const SLOW_MS = 120_000
const folder = mkdtempSync(join(tmpdir(), 'receiver-'))
let child: ChildProcess
let port = 0

interface Usage {
  used: number
  rss: number
  peakRss: number
  counts: Record<string, number>
  saved: number
}

const heard = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T))) // what the child sends

async function usage(): Promise<Usage> {
  const answer = heard<Usage>()
  child.send('usage')
  return answer
}

beforeAll(async () => {
  await buildPrograms(folder, [new URL('abuse-child.ts', import.meta.url)])
  cpSync(fileURLToPath(new URL('fixtures', import.meta.url)), join(folder, 'fixtures'), { recursive: true })
}, SLOW_MS)
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  child = fork(join(folder, 'abuse-child.js'), { execArgv: ['--expose-gc'], env: { PATH: process.env.PATH } })
  port = (await heard<{ port: number }>()).port
  for (let nth = 0; nth < 200; nth += 1) await deliver(`warm ${nth}`)
})
afterEach(() => {
  child.kill('SIGKILL')
})

const deliver = async (event: string) => (await send(port, { ...signed(`{"eventId":"${event}"}`) })).status

/** @param headers lines, each with its end */
async function flood(count: number, atOnce: number, headers: string, body: Buffer): Promise<void> {
  let sent = 0
  const lane = async () => {
    while (sent < count) {
      sent += 1
      const from = `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`
      const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n${headers}\r\n`
      await speak(port, Buffer.concat([Buffer.from(head), body])).received
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

const report = (what: string, before: Usage, after: Usage) => {
  const inMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
  console.info(
    `${what}: in use ${inMb(before.used)} → ${inMb(after.used)}; rss ${inMb(before.rss)} → ${inMb(after.rss)}, peak ${inMb(after.peakRss)}`,
  )
}

describe('a process that receives', () => {
  it.each([
    ['unsigned, of 5 KB', 5 * 1024, ''],
    ['wrongly signed, of 128 KB', 128 * 1024, `${HEADER}: ${'a'.repeat(64)}\r\n`],
  ])(
    'ten thousand requests (%s) has 50 MB more at most',
    async (what, bytes, headers) => {
      const before = await usage()
      let isOver = false
      const flooding = flood(10_000, 100, headers, Buffer.alloc(bytes, 'x')).finally(() => {
        isOver = true
      })
      let delivered = 200
      while (!isOver) {
        expect(await deliver(`meanwhile ${delivered}`)).toBe(200)
        delivered += 1
      }
      await flooding
      const after = await usage()
      report(what, before, after)
      expect(after.counts).toMatchObject({ saved: delivered, 'not-proven': 10_000 })
      expect(after.saved).toBe(delivered)
      expect(after.used - before.used).toBeLessThan(50 * MB)
    },
    SLOW_MS,
  )
  it.each([200, 2_000])(
    'from %i slow senders has 50 MB more at most, and still takes what is signed',
    async (count) => {
      const before = await usage()
      const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 131072\r\n${HEADER}: ${'a'.repeat(64)}\r\n\r\n`
      const slow = Array.from({ length: count }, () => {
        const socket = connect(port, '127.0.0.1', () => socket.write(head + 'x'.repeat(60_000)))
        return socket.on('error', () => undefined).resume()
      })
      await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
      for (let nth = 0; nth < 200; nth += 1) expect(await deliver(`beside ${nth}`)).toBe(200)
      const after = await usage()
      report(`${count} slow senders`, before, after)
      expect(after.used - before.used).toBeLessThan(50 * MB)
      for (const socket of slow) socket.destroy()
    },
    SLOW_MS,
  )
})
