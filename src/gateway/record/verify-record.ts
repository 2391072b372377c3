/** `verify-record FILE`: whether every line of a record still follows the one before it, and where it does not. */
import { createReadStream } from 'node:fs'
import { hashOf, wholeLine } from './audit-chain'
import { codeOf } from './audit-file'

/** No line of a record is longer. */
const MOST_LINE = 16 * 1024 * 1024

interface Verdict {
  isWhole: boolean
  /** What was found, for people. */
  text: string
}

/** Never throws: a file that cannot be read is not verified. */
export async function verifyRecord(path: string): Promise<Verdict> {
  try {
    return await verify(path)
  } catch (error) {
    return { isWhole: false, text: `${path}: can’t be read (${codeOf(error)}).` }
  }
}

async function verify(path: string): Promise<Verdict> {
  let number = 0
  let last: { hash: string; number: number } | undefined
  let before = 0
  let followed = 0
  let torn = 0
  let beginsAfter: string | undefined
  const broken = (why: string): Verdict => ({
    isWhole: false,
    text: `${path}: the chain breaks at line ${number}: ${why}`,
  })
  for await (const bytes of linesOf(path)) {
    number += 1
    if (bytes.length === 0) continue
    const line = wholeLine(bytes.toString('utf8'))
    if (!line) {
      torn += 1
      continue
    }
    const { previous } = line
    if (previous === undefined) {
      if (followed > 0) return broken('it doesn’t name the line before it.')
      before += 1
    } else if (last === undefined) {
      if (typeof previous === 'string') beginsAfter = previous
      followed += 1
    } else {
      if (previous !== last.hash)
        return broken(
          `it doesn’t follow line ${last.number}. One of them was altered, or a line between them removed or added.`,
        )
      followed += 1
    }
    last = { hash: hashOf(bytes), number }
  }
  const found = [
    `${path}: the chain holds, ${followed} lines.`,
    before > 0 ? `${before} older lines before it carry no hash; only the last of them is covered.` : '',
    torn > 0 ? `${torn} lines aren’t JSON, such as one cut off when the process was killed. The chain skips them.` : '',
    beginsAfter === undefined ? '' : `It continues another file, whose last line has the hash ${beginsAfter}.`,
    last ? `The last line has the hash ${last.hash}.` : '',
  ]
  return { isWhole: true, text: found.filter(Boolean).join('\n') }
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
