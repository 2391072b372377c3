/** The parts of a record: `record.jsonl` is cut into `record.1.jsonl`, which is the oldest, `record.2.jsonl` and so on. */
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'

interface Part {
  name: string
  number: number
}

/** A packed file can’t be read. */
export const PACKED = /\.(gz|zst|bz2|xz|zip)$/

const MOST_DIGITS = 9

/** @returns undefined if the name isn't that of a part of the record; packed parts count */
export function partNumber(path: string, name: string): number | undefined {
  const extension = extname(path)
  const start = `${basename(path, extension)}.`
  const unpacked = name.replace(PACKED, '')
  if (!unpacked.startsWith(start) || !unpacked.endsWith(extension)) return undefined
  const digits = unpacked.slice(start.length, unpacked.length - extension.length)
  return /^[1-9]\d*$/.test(digits) && digits.length <= MOST_DIGITS ? Number(digits) : undefined
}

async function partsBeside(path: string): Promise<Part[]> {
  const names = await readdir(dirname(path)).catch(() => []) // no folder, or one that can't be listed
  return names
    .flatMap((name) => {
      const number = partNumber(path, name)
      return number === undefined ? [] : [{ name, number }]
    })
    .toSorted((a, b) => a.number - b.number)
}

/** Paths of the parts that can be read, the oldest first. */
export async function recordParts(path: string): Promise<string[]> {
  return (await partsBeside(path)).filter(({ name }) => !PACKED.test(name)).map(({ name }) => join(dirname(path), name))
}

/** The path of the next part. The number of one that was packed isn't used again. */
export async function nextPart(path: string): Promise<string> {
  const number = ((await partsBeside(path)).at(-1)?.number ?? 0) + 1
  const extension = extname(path)
  return join(dirname(path), `${basename(path, extension)}.${number}${extension}`)
}
