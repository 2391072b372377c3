/** `verify-record FILE …`: checks that every line of a record follows the one before it, within files and between them. */
import { createReadStream } from 'node:fs'
import { cutOffHash, hashOf, wholeLine } from './audit-chain'
import { codeOf } from './audit-file'

/** No line of a record is longer. */
const MOST_LINE = 16 * 1024 * 1024

export interface Verdict {
  isWhole: boolean
  /** The finding, for people. */
  text: string
}

export interface VerifyOptions {
  /** The hash of the last line of a file that isn't among the given ones, which the first one continues. */
  continues?: string | undefined
  /** Hashes of lines that the record had at some time, each of which it must still have. */
  checkpoints?: readonly string[] | undefined
  /** True to accept lines that were cut off by a kill and that no later line names, as servers before 0.3.0 left them. */
  acceptsCutLines?: boolean | undefined
}

/** A line that doesn't fit the chain. */
class ChainBreak extends Error {}

interface Position {
  path: string
  line: number
}

const at = ({ path, line }: Position, current: string): string =>
  path === current ? `line ${line}` : `${path}:${line}`

/** The chain through all files, in the order in which they are read. */
class Chain {
  readonly #options: VerifyOptions
  readonly #missing: Set<string>
  /** The last whole line. */
  #last: { hash: string; position: Position } | undefined
  #isChained = false
  /** Lines that are no JSON and that no later line has named yet. */
  #cut: { bytes: Buffer; position: Position }[] = []

  constructor(options: VerifyOptions) {
    this.#options = options
    this.#missing = new Set(options.checkpoints)
  }

  /** @throws ChainBreak */
  add(bytes: Buffer, position: Position, found: { chained: number; older: number; cut: number }): void {
    const line = wholeLine(bytes.toString('utf8'))
    if (!line) {
      this.#cut.push({ bytes, position })
      found.cut += 1
      return
    }
    this.#checkCut(line.cutOff)
    const { previous } = line
    if (previous === undefined) {
      if (this.#isChained) throw new ChainBreak('it doesn’t name the line before it.')
      found.older += 1
    } else {
      this.#checkPrevious(previous, position)
      this.#isChained = true
      found.chained += 1
    }
    const hash = hashOf(bytes)
    this.#missing.delete(hash)
    this.#last = { hash, position }
  }

  #checkPrevious(previous: unknown, { path }: Position): void {
    const { continues } = this.#options
    if (this.#last === undefined) {
      if (previous === (continues ?? null)) return
      if (continues !== undefined) throw new ChainBreak(`it doesn’t continue the file that ends with ${continues}.`)
      throw new ChainBreak(
        `it continues a file that isn’t here. Give that file first, or accept that it is missing with --continues=${previous}`,
      )
    }
    if (previous === this.#last.hash) return
    const before = at(this.#last.position, path)
    throw new ChainBreak(
      this.#last.position.path === path
        ? `it doesn’t follow ${before}. One of them was altered, or a line between them removed or added.`
        : `it doesn’t follow ${before}. A file between them is missing, the end of the first or the beginning of the second was cut off, or the files aren’t in order, the oldest first.`,
    )
  }

  /** @param named the hash by which a line names the cut ones before it */
  #checkCut(named: unknown): void {
    const cut = this.#cut
    this.#cut = []
    if (cut.length === 0 || this.#options.acceptsCutLines) return
    if (named === cutOffHash(cut.map(({ bytes }) => bytes))) return
    throw new CutLine(cut[0]?.position)
  }

  /** The end of all files. @throws ChainBreak @returns the hash of the last line */
  end(): string | undefined {
    this.#checkCut(undefined)
    const [missing] = this.#missing
    if (missing !== undefined)
      throw new ChainBreak(
        `no line has the hash ${missing} of the checkpoint. The end of the record was cut off or altered.`,
      )
    return this.#last?.hash
  }
}

/** Its position is that of an earlier line than the one that is read. */
class CutLine extends ChainBreak {
  constructor(readonly position: Position | undefined) {
    super(
      'it isn’t JSON, and the next line doesn’t say that the server was killed while writing it. If the server writes now or was just killed, check again after its next line. Lines of a server before 0.3.0 are accepted with --cut-lines.',
    )
  }
}

/**
 * Never throws: a file that can't be read isn't verified.
 * @param paths in the order in which they were written, the oldest first
 */
export async function verifyRecord(paths: readonly string[], options: VerifyOptions = {}): Promise<Verdict> {
  const chain = new Chain(options)
  const texts: string[] = []
  let position: Position = { path: paths[0] ?? '', line: 0 }
  try {
    for (const path of paths) {
      position = { path, line: 0 }
      const found = { chained: 0, older: 0, cut: 0 }
      for await (const bytes of linesOf(path)) {
        position = { path, line: position.line + 1 }
        chain.add(bytes, position, found)
      }
      texts.push(summary(path, found))
    }
    const last = chain.end()
    if (last !== undefined) texts.push(`The last line has the hash ${last}.`)
    return { isWhole: true, text: texts.join('\n') }
  } catch (error) {
    if (error instanceof ChainBreak) {
      const { path, line } = (error instanceof CutLine && error.position) || position
      texts.push(`${path}: the chain breaks at line ${line}: ${error.message}`)
    } else texts.push(`${position.path}: can’t be read (${codeOf(error)}).`)
    return { isWhole: false, text: texts.join('\n') }
  }
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

function summary(path: string, { chained, older, cut }: { chained: number; older: number; cut: number }): string {
  const parts = [
    `${path}: the chain holds, ${lines(chained)}.`,
    older > 0 && `${lines(older)} before it, of an older server, without a hash; only the last of them is covered.`,
    cut > 0 && `${lines(cut)} cut off when the server was killed.`,
  ]
  return parts.filter(Boolean).join('\n')
}

/** The lines as they are on the disk: a hash is of bytes. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    // no encoding is set: the chunks are buffers
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)])
      from = at + 1
      rest = []
      size = 0
    }
    rest.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > MOST_LINE) throw new Error('A line is too long.')
  }
  const end = Buffer.concat(rest)
  if (end.length > 0) yield end
}
