/** An error of one response, or a connection that is gone, ends neither the process nor waits for ever. */
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, it, vi } from 'vitest'
import { goneSignal } from './gone'
import { settleResponses } from './server-limits'

/** A server that holds its responses, and what several pipelined requests on one connection become there. */
async function start(count: number) {
  const responses: ServerResponse[] = []
  const server = createServer((_, response) => responses.push(response))
  settleResponses(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const client = connect(port, '127.0.0.1', () =>
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count)),
  )
  client.on('error', () => undefined) // cut off
  client.resume()
  await vi.waitFor(() => expect(responses).toHaveLength(count))
  const close = () => {
    client.destroy()
    return new Promise((resolve) => server.close(resolve))
  }
  return { client, responses, close }
}

it('an error event of a response is not thrown', async () => {
  const { responses, close } = await start(1)
  expect(() => responses[0]?.emit('error', new Error('A fault of the test.'))).not.toThrow()
  responses[0]?.end()
  responses[0]?.write('after the end')
  await close()
})

it('each response of a connection that is gone is closed once, and those who wait for it are released', async () => {
  const { client, responses, close } = await start(3)
  const closed = responses.map(() => 0)
  for (const [at, response] of responses.entries())
    response.on('close', () => {
      closed[at] = (closed[at] ?? 0) + 1
    })
  const signals = responses.map((response) => goneSignal(response))
  client.destroy()
  await vi.waitFor(() => expect(closed).toEqual([1, 1, 1]))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
  await close()
  expect(closed).toEqual([1, 1, 1])
})

it('a response that has ended well is left alone', async () => {
  const { client, responses, close } = await start(2)
  const destroyed = responses.map((response) => vi.spyOn(response, 'destroy'))
  for (const response of responses) response.end('done')
  await vi.waitFor(() => expect(responses.every(({ closed }) => closed)).toBe(true))
  client.destroy()
  await close()
  await new Promise((resolve) => setImmediate(resolve))
  for (const one of destroyed) expect(one).not.toHaveBeenCalled()
})

it('a response that every limit listens to and a stream is piped into prints no warning', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  const { responses, close } = await start(1)
  const [response] = responses
  for (let listener = 0; listener < 8; listener += 1) response?.once('close', () => undefined)
  if (response) await pipeline(Readable.from(['a body']), response)
  await close()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})
