/** How much is held of bodies that are being sent. */
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createBodies } from './bodies'

const KB = 1024
const limits = { mostBytes: 128 * KB, mostMs: 60_000, heldBytes: 1024 * KB }

/** @param length as it is announced */
function sending(length?: number) {
  const stream = new PassThrough()
  const headers = length === undefined ? {} : { 'content-length': String(length) }
  return { stream, request: Object.assign(stream, { headers }) }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('what is announced takes no room before it comes', async () => {
  const bodies = createBodies(limits)
  const ended: unknown[] = []
  const senders = Array.from({ length: 100 }, () => sending(128 * KB))
  for (const { request, stream } of senders) {
    bodies.read(request, () => undefined).then((body) => ended.push(body))
    stream.write('x')
  }
  await turn()
  expect(ended).toEqual([]) // a hundred of them would take more than ten times what there is
  for (const { stream } of senders) stream.destroy()
  await turn()
  expect(ended).toEqual(Array(100).fill('gone'))
})
it('the one that has been sent for the longest gives way, and room that is given back is there again', async () => {
  const bodies = createBodies({ ...limits, heldBytes: 64 * KB })
  const [first, second, third] = [sending(), sending(), sending()]
  const read = [first, second, third].map(({ request }) => bodies.read(request, () => undefined))
  first.stream.write(Buffer.alloc(30 * KB))
  second.stream.write(Buffer.alloc(30 * KB, 's'))
  await turn()
  third.stream.write(Buffer.alloc(30 * KB))
  expect(await read[0]).toBe('no room')
  second.stream.end()
  third.stream.end()
  for (const body of [await read[1], await read[2]]) {
    if (typeof body !== 'object') throw new Error('It was not read.')
    expect(body.bytes).toHaveLength(30 * KB)
  }
  // Whole ones give way to nobody.
  const late = sending()
  const refused = bodies.read(late.request, () => undefined)
  late.stream.write(Buffer.alloc(30 * KB))
  expect(await refused).toBe('no room')
  const whole = await read[1]
  if (typeof whole === 'object') {
    whole.release()
    whole.release() // a second time gives nothing back
  }
  const [again, tooMany] = [sending(), sending()]
  const taken = bodies.read(again.request, () => undefined)
  again.stream.end(Buffer.alloc(30 * KB))
  expect(await taken).toMatchObject({ bytes: Buffer.alloc(30 * KB) })
  const over = bodies.read(tooMany.request, () => undefined)
  tooMany.stream.end(Buffer.alloc(30 * KB))
  expect(await over).toBe('no room')
})
it('a body arrives whole, however it is cut', async () => {
  const body = Buffer.from(Array.from({ length: 100 * KB }, (_, nth) => nth % 251))
  for (const size of [1_000, 8 * KB, 70 * KB, 100 * KB]) {
    for (const announced of [body.length, undefined]) {
      const { stream, request } = sending(announced)
      const read = createBodies(limits).read(request, () => undefined)
      for (let at = 0; at < body.length; at += size) stream.write(body.subarray(at, at + size))
      stream.end()
      const whole = await read
      expect(typeof whole === 'object' && whole.bytes.equals(body)).toBe(true)
    }
  }
})
