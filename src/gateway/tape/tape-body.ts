/** A response as a line of a recording has it: its headers and its body, masked. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { isPassed } from '../forward/pass'
import type { AnswerHeaders } from '../forward/upstream'
import type { Line, Whole } from './tape-line'
import type { Masks } from './tape-masks'

type Kept = Pick<Whole, 'body' | 'form'> | Pick<Extract<Line, { unkept: unknown }>, 'unkept'>

/** Masks are written with signs that one byte can’t hold. */
const inBytes = (text: string) => text.replace(/[^\0-\xff]/g, '*')

const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/

/** The headers that reach a browser; a body is kept without its coding, so nothing is said of that. */
export function headersKept(headers: AnswerHeaders, masks: Masks): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || !isPassed(name) || /^content-(length|encoding)$/.test(name)) continue
    const text = inBytes(masks.text([value].flat().join(', ')))
    if (SENDABLE.test(text)) kept[name] = text.slice(0, 8_000)
  }
  return kept
}

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** @param bytes undefined where there are too many */
export function bodyMembers(bytes: Buffer | undefined, headers: AnswerHeaders, masks: Masks, most: number): Kept {
  if (bytes === undefined) return { unkept: 'size' }
  const coding = [headers['content-encoding']].flat().join(', ').trim().toLowerCase()
  const plain = coding === '' || coding === 'identity' ? bytes : decodedBody(bytes, coding, most)
  if (plain === undefined) return { unkept: 'coding' }
  const kept = isUtf8(plain)
    ? { body: masks.body(plain.toString('utf8')) }
    : { body: inBytes(masks.body(plain.toString('latin1'))), form: 'latin1' as const }
  return kept.body.length > most ? { unkept: 'size' } : kept
}

/** @returns undefined where it can’t be read: then nothing in it can be masked */
function decodedBody(bytes: Buffer, coding: string, maxOutputLength: number): Buffer | undefined {
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  try {
    return bytes.length === 0 ? bytes : decode?.(bytes, { maxOutputLength })
  } catch {
    return undefined
  }
}

/** The bytes that are sent again. */
export const bytesOf = ({ body, form }: Pick<Whole, 'body' | 'form'>): Buffer => Buffer.from(body, form ?? 'utf8')
