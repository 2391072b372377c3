/** Requests of this server to itself: what a page would ask for first, asked in the name of who asked for the page. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { ownHeaders } from '../../../api/config'
import type { SentAnswer } from '../../../api/server-rendered'

/** Some three hundred rows: to draw more would hold up everybody else. */
const MOST_BYTES = 300_000

/** Hands the server a connection that comes from nowhere. */
export type Inject = (connection: Duplex) => void

/** Of the request for the page, not of what is asked for it. */
const OF_THE_PAGE =
  /^(accept.*|connection|keep-alive|content-.*|transfer-encoding|te|trailer|upgrade.*|expect|origin|referer|if-.*|range|sec-.*|cache-control|pragma|purpose|priority|dnt)$/

/**
 * One GET. It goes the way of every request, through sign-in, limits and record: the connection says the same of its
 * other end as the page's own, so that it is trusted as far and no further.
 * @param address under `/api/`, after the base path
 * @throws where no answer comes, or too long a one
 */
export function askOwn(
  inject: Inject,
  page: IncomingMessage,
  address: string,
  signal: AbortSignal,
): Promise<SentAnswer> {
  const { remoteAddress, remotePort, remoteFamily } = page.socket
  const at = Date.now()
  return new Promise((resolve, reject) => {
    const sent = request({
      path: address,
      headers: {
        ...headersOf(page.headers),
        ...ownHeaders,
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        connection: 'close',
      },
      signal,
      createConnection: () => {
        const [here, there] = duplexPair()
        inject(Object.assign(there, { remoteAddress, remotePort, remoteFamily }))
        return here
      },
    })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size > MOST_BYTES) sent.destroy(new Error(`A response of more than ${MOST_BYTES} bytes is not drawn.`))
      })
      answer.once('error', reject)
      answer.once('end', () =>
        resolve({
          address,
          at,
          receivedAt: Date.now(),
          status: answer.statusCode ?? 0,
          headers: Object.entries(answer.headers).flatMap(([name, value]) =>
            HOP.test(name) ? [] : [[name, String(value)] as const],
          ),
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    sent.end()
  })
}

/** What ends with the connection, and what a page's script is never shown. */
const HOP = /^(connection|keep-alive|transfer-encoding|date|set-cookie)$/

const headersOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_PAGE.test(name)))
