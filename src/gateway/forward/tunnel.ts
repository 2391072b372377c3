/** TLS through a proxy’s tunnel, made with our own connector so that a failure can be explained (`tls-words.ts`). */
import { type buildConnector, Pool } from 'undici'

/** @returns the `factory` of undici’s proxy agents @param connect makes TLS on a socket that it is given */
export function createTunnels(connect: buildConnector.connector) {
  return (origin: URL | string, options: Pool.Options): Pool => {
    const { connect: open } = options
    if (typeof open !== 'function') return new Pool(origin, options) // it opens the tunnel
    return new Pool(origin, {
      ...options,
      connect(to, callback) {
        if (to.protocol !== 'https:') return open(to, callback)
        const { hostname, port } = to
        // As http, the agent leaves TLS on the tunnel to us.
        const tunnel = { ...to, protocol: 'http:', host: `${hostname}:${port || '443'}`, port: port || '443' }
        open(tunnel, (...[error, socket]) => {
          if (error) callback(error, null)
          else connect({ ...to, httpSocket: socket }, callback)
        })
      },
    })
  }
}
