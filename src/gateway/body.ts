/** Request bodies, read whole up to a limit. */

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** @throws BodyTooLarge as soon as it is known, without reading the rest */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      // Node's web streams iterate; the DOM's type does not say so
      size += chunk.byteLength
      if (size > limit) throw new BodyTooLarge()
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks)
}
