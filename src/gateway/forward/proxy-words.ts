/** Explains that a proxy can’t be reached, because its error is otherwise taken for one of the host behind it. */
import type { buildConnector } from 'undici'

/** Of failed connections to a proxy: the proxy’s name and port. */
const proxies = new WeakMap<object, string>()

/** @returns a connector to a proxy, which keeps the proxy’s name with the error of a connection that failed */
export function createProxyConnector(connect: buildConnector.connector, proxy: string): buildConnector.connector {
  return (to, callback) =>
    connect(to, (...result) => {
      const [error] = result
      if (error) proxies.set(error, proxy)
      callback(...result)
    })
}

/** @returns the cause and the remedy as a clause; undefined if the error isn’t that of a connection to a proxy */
export function proxyWords(error: unknown, reason: string): string | undefined {
  const proxy = typeof error === 'object' && error !== null ? proxies.get(error) : undefined
  return proxy && `the proxy ${proxy} can’t be reached, because ${reason} (check HTTPS_PROXY and HTTP_PROXY)`
}
