/** Errors of a host name that can’t be resolved, or whose address is another computer’s. */
const foreignHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'])

/** @returns the line that ends a start because the console can’t listen */
export function listenFailure(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): string {
  const code = error.code ?? error.message
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use on ${host}; expects a free port.`
  if (foreignHost.has(code))
    return `HOST: got ${JSON.stringify(host)}, no address of this computer (${code}). Some shells set HOST to a name; unset it, or set it to 127.0.0.1.`
  return `HOST, PORT: can’t listen on ${host}:${port} (${code}).`
}
