/** Headers past the limit: the response says what to clear, to a page and to a script. */
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { HEADER_LIMIT_BYTES } from '../api/header-limit'
import { answersIn } from './attacks/attack-harness'
import { startHostedGateway } from './auth/hosted-harness'

const { host, gateway } = await startHostedGateway({ ACCESS_TOKEN: 't' })

/** A request with cookies of many consoles, of so many bytes. */
const crowded = (path: string, accept: string, bytes: number) => {
  const cookies = Array.from(
    { length: Math.ceil(bytes / 1000) },
    (_, at) => `forecourt-version3-${at}=${'x'.repeat(980)}`,
  )
  const own = [`Host: localhost:${gateway.port}`, `Origin: ${gateway.origin}`, `Accept: ${accept}`]
  return `${[`GET ${path} HTTP/1.1`, ...own, `Cookie: ${cookies.join('; ')}`].join('\r\n')}\r\n\r\n`
}
const split = (received: string) => {
  const at = received.indexOf('\r\n\r\n')
  return { head: received.slice(0, at), body: received.slice(at + 4) }
}

it('name the cause and the remedy to a script, as an error of this server', async () => {
  const { head, body } = split(await gateway.raw(crowded('/api/vehicle/v3/connections', 'application/json', 40_000)))
  expect(answersIn(head)).toEqual({ status: 431, count: 1 })
  const id = /^x-forecourt-request-id: (.+)$/im.exec(head)?.[1]
  expect(head).toMatch(/^content-type: application\/json$/im)
  expect(JSON.parse(body).errors).toEqual([
    {
      id,
      status: '431',
      type: 'GATEWAY',
      code: 'HEADERS_TOO_LARGE',
      title: 'Request headers too large',
      detail: expect.stringMatching(
        /cookies: all consoles at one host name share them.*Clear the cookies of this host name/,
      ),
    },
  ])
  expect(host.requests).toEqual([])
  expect(gateway.log.filter((line) => line.includes('HEADERS_TOO_LARGE') && line.includes(String(id)))).toHaveLength(1)
  expect(gateway.log.join()).not.toContain('xxx')
})

it('name them on a page', async () => {
  const { head, body } = split(await gateway.raw(crowded('/connections', 'text/html,*/*', 40_000)))
  expect(answersIn(head)).toEqual({ status: 431, count: 1 })
  expect(head).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(body).toMatch(/<p role="alert">.*Clear the cookies of this host name/)
})

it('far past the limit still get the whole response: the connection isn’t reset under it', async () => {
  for (const bytes of [HEADER_LIMIT_BYTES + 1000, 300_000, 1_000_000]) {
    const received = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write(crowded('/connections', 'text/html', bytes)))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', reject)
      socket.on('end', () => {
        resolve(text)
        socket.end()
      })
    })
    expect(answersIn(received)).toEqual({ status: 431, count: 1 })
    expect(received).toContain('</html>')
  }
})

it('below the limit are served, and other malformed requests get what Node responds', async () => {
  const { head } = split(
    await gateway.raw(crowded('/healthz', '*/*', 20_000).replace('\r\n', '\r\nConnection: close\r\n')),
  )
  expect(answersIn(head).status).toBe(200)
  expect(await gateway.raw('GET / HTTP/1.1\r\nno colon\r\n\r\n')).toBe(
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  )
})
