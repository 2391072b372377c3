/** A proxy in front of the gateway with a sign-in of its own, as oauth2-proxy, Authelia and Cloudflare Access are. */
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><h1>Sign in to the proxy</h1>')

/** How it responds without a sign-in. */
export const refusals = {
  'a redirect to another origin': (response: ServerResponse, elsewhere: string) =>
    response.writeHead(302, { location: `${elsewhere}/login` }).end(),
  'a redirect to its own address': (response: ServerResponse) =>
    response.writeHead(302, { location: '/oauth2/start' }).end(),
  '401 with a page': page(401),
  '403 with a page': page(403),
  'a page': page(200),
} as const
export type Refusal = keyof typeof refusals

export interface SignInProxy {
  origin: string
  /** What reached the gateway, as `GET /connections`. */
  passed: string[]
  /**
   * Ends its sign-in; undefined signs in again.
   * @param isKept true for a path that it keeps back; by default each
   */
  end(refusal: Refusal | undefined, isKept?: (path: string) => boolean): void
  close(): void
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}` // listening on TCP
}

/** @param gateway the origin of the gateway behind it */
export async function startSignInProxy(gateway: string): Promise<SignInProxy> {
  let refusal: Refusal | undefined
  let isKeptBack = (_path: string) => true
  const { host } = new URL(gateway)
  const passed: string[] = []
  const elsewhere = createServer((_, response) => void page(200)(response))
  const elsewhereAt = await listen(elsewhere)
  const proxy = createServer((incoming, response) => {
    if (refusal !== undefined && isKeptBack(incoming.url ?? ''))
      return void (incoming.url === '/oauth2/start' ? page(200) : refusals[refusal])(response, elsewhereAt)
    passed.push(`${incoming.method} ${incoming.url}`)
    const { method, headers } = incoming
    const own = { ...headers, host, ...(headers.origin !== undefined && { origin: gateway }) }
    const onward = request(`${gateway}${incoming.url}`, { method, headers: own }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  const origin = await listen(proxy)
  const close = (server: Server) => {
    server.closeAllConnections()
    server.close()
  }
  return {
    origin,
    passed,
    end: (one, isKept = () => true) => {
      refusal = one
      isKeptBack = isKept
    },
    close: () => {
      close(proxy)
      close(elsewhere)
    },
  }
}
