/** Request bodies, read whole up to a limit. */

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** @throws BodyTooLarge as soon as it is known, without reading the rest */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.byteLength
    if (size > limit) {
      await reader?.cancel()
      throw new BodyTooLarge()
    }
    chunks.push(next.value)
  }
  return Buffer.concat(chunks)
}
