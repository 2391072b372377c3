/** A body on its way that knows when all of it is there, so that what came at once leaves at once, in one piece. */
import { Readable, type ReadableOptions } from 'node:stream'

export class Body extends Readable {
  #isWhole = false

  constructor(options?: ReadableOptions) {
    super(options)
    // One that breaks off before it is passed on is noticed there; unheard, it would end the process.
    this.on('error', () => undefined)
  }

  /** True once nothing more comes: what has not been read yet is all there is. */
  get isWhole(): boolean {
    return this.#isWhole && !this.destroyed
  }

  end(): void {
    this.#isWhole = true
    this.push(null)
  }
}

/** A body that is there already. */
export function bodyOf(chunks: readonly Buffer[]): Body {
  const body = new Body()
  for (const chunk of chunks) body.push(chunk)
  body.end()
  return body
}

/** Takes all of a body that nobody has read from; undefined where it is still on its way, or has broken off. */
export function takeWhole(body: Readable): Buffer | undefined {
  if (!(body instanceof Body) || !body.isWhole) return undefined
  const bytes: Buffer | null = body.read()
  return bytes ?? Buffer.alloc(0)
}
