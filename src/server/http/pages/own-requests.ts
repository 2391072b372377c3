/** Requests of this server to itself for a page's data, in the name of the operator who opened the page. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { ownHeaders } from '../../../api/config'
import type { PageResponse } from '../../../api/server-rendered'

/** Some 300 rows: rendering more would hold up all other requests. */
const MOST_BYTES = 300_000

/** Gives the server a connection that no network has brought. */
export type Inject = (connection: Duplex) => void

/** Headers of the request for the page that its data's requests don't share. */
const OF_THE_PAGE =
  /^(accept.*|connection|keep-alive|content-.*|transfer-encoding|te|trailer|upgrade.*|expect|origin|referer|if-.*|range|sec-.*|cache-control|pragma|purpose|priority|dnt)$/

/**
 * Sends one GET the way of every request, through sign-in, limits and record. The connection has the remote address of the
 * page's own, so that it is trusted as far and no further.
 * @param address under `/api/`, after the base path
 * @throws if there is no response, or one that is too long
 */
export function requestOwn(
  inject: Inject,
  page: IncomingMessage,
  address: string,
  signal: AbortSignal,
): Promise<PageResponse> {
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
    sent.once('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size > MOST_BYTES) sent.destroy(new Error(`A response of more than ${MOST_BYTES} bytes is not rendered.`))
      })
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          address,
          at,
          receivedAt: Date.now(),
          status: response.statusCode ?? 0,
          headers: Object.entries(response.headers).flatMap(([name, value]) =>
            HOP.test(name) ? [] : [[name, String(value)] as const],
          ),
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    sent.end()
  })
}

/** Headers of the connection, and those that a page's script never sees. */
const HOP = /^(connection|keep-alive|transfer-encoding|date|set-cookie)$/

const headersOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_PAGE.test(name)))
