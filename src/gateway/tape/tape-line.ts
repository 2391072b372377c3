/** What a recording is made of: its first line says of what it is, each other one is a response of a host. */
import * as z from 'zod/mini'
import { hostNames } from '../../api/endpoint'
import { isPassed } from '../forward/pass'
import { address, prefix } from '../settings/kinds'

export const FILE = 'recording.jsonl'
/** Another form gets another number. */
export const FORMAT = 1
/** Of a whole recording, on the disk and in memory. */
export const MOST_BYTES = 100_000_000
/** Of one body: a page of a thousand rows is a tenth of it. */
export const MOST_BODY = 8_000_000

const time = z.iso.datetime()
const named = z.record(z.string(), z.unknown())

export const Header = z.strictObject({
  forecourt: z.literal('recording'),
  format: z.literal(FORMAT),
  /** Of the console that recorded it. */
  version: z.string().check(z.maxLength(100)),
  at: time,
  hosts: z.strictObject({ vehicleData: address.schema, vehicle: address.schema, management: address.schema }),
  isSandbox: z.boolean(),
  /** Only in recordings of versions before 0.4.0, which had servers without a store. */
  hasTeam: z.optional(z.boolean()),
  headerPrefix: z.nullable(prefix.schema),
  /** The keys of `CONFIG` that say what is asked for; they are checked as that file is. */
  config: z.strictObject({
    parameters: named,
    pageSizes: named,
    extensions: z.array(z.unknown()),
    advisedBatchPaths: z.unknown(),
  }),
})
export type Header = z.output<typeof Header>

/** Only what reaches a browser anyway, and can be sent as a header. */
const headers = z.record(
  z.string().check(z.refine((name) => isPassed(name) && !/^content-(length|encoding)$/.test(name))),
  z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/), z.maxLength(8_000)),
)

const about = {
  /** When it was asked for, and how long it took, in ms. */
  at: time,
  ms: z.int().check(z.minimum(0)),
  /** The opaque name of the account that it was sent with. */
  account: z.string().check(z.maxLength(100)),
  host: z.enum(hostNames),
  method: z.enum(['GET', 'POST', 'DELETE']),
  /** As they were sent, masked. */
  path: z.string().check(z.startsWith('/')),
  query: z.string(),
  /** The user whose reading was asked for, in a header. */
  user: z.optional(z.string()),
  /** The body that was sent. */
  request: z.optional(z.string()),
}
const answered = {
  status: z.int().check(z.minimum(200), z.maximum(999)),
  headers,
}

/** A response with its body. */
const Whole = z.strictObject({
  ...about,
  ...answered,
  body: z.string().check(z.maxLength(MOST_BODY)),
  /** Set where the bytes are no UTF-8: each is a character of its own then. */
  form: z.optional(z.literal('latin1')),
  /** True where the connection broke before its end. */
  isCut: z.optional(z.literal(true)),
})
/** A response whose body could not be kept: it is too large, or in a coding in which nothing can be masked. */
const Unkept = z.strictObject({ ...about, ...answered, unkept: z.enum(['size', 'coding']) })
/** No response came. */
const Failed = z.strictObject({
  ...about,
  failed: z.enum(['UPSTREAM_UNREACHABLE', 'UPSTREAM_TIMEOUT']),
  detail: z.string().check(z.maxLength(2_000)),
  /** True where nothing of the request was sent. */
  isUnsent: z.optional(z.literal(true)),
})

/** Told apart by the one member that each has alone, so that what is wrong can be named. */
export const lineSchemaOf = (line: object) => ('failed' in line ? Failed : 'unkept' in line ? Unkept : Whole)
export type Whole = z.output<typeof Whole>
export type Line = Whole | z.output<typeof Unkept> | z.output<typeof Failed>
