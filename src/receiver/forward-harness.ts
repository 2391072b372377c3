/** For tests: a destination over https on this computer that writes down what it gets. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from './certificate-harness'

export const NAME = 'hooks.example'
const { key, cert } = selfSigned(NAME)
/** What its certificate is trusted by. */
export const ca = cert

export interface Received {
  method: string | undefined
  path: string | undefined
  /** Names and values, as they came. */
  rawHeaders: string[]
  body: Buffer
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

export interface TestDestination {
  port: number
  received: Received[]
  /** Connections that were ever made. */
  connections: () => number
  /** What it answers from now on; 200 without a word. */
  answer(with_: Answering): void
  close(): Promise<void>
}

export async function startDestination(host = '127.0.0.1', port = 0): Promise<TestDestination> {
  const received: Received[] = []
  let answering: Answering = (_, response) => response.end()
  let connections = 0
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url: path, rawHeaders } = request
    received.push({ method, path, rawHeaders, body: Buffer.concat(chunks) })
    answering(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // of a port
    received,
    connections: () => connections,
    answer(with_) {
      answering = with_
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    response.writeHead(status, headers).end()
