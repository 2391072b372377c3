/** `CONFIG`: a JSON file for what the interface does not show. Anything in it that is not understood is an error. */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { endpoints, extensions } from '../../api/api'
import { DEFAULT_ADVISED_BATCH_PATHS } from '../../api/config'
import type { configKeys } from '../../api/config-keys.data'
import { brackets, plain } from '../../api/links'
import { WEBHOOKS_MAX_PAGE_SIZE } from '../../api/webhooks'
import { codeOf } from '../record/audit-file'
import { shown } from './kinds'
import { SettingError } from './setting-error'

/** The parameter names that the contract assumes (interface 4.2, 4.3). */
const parameterNames = new Set(
  endpoints.flatMap(({ query }) => (query && 'shape' in query ? Object.keys(query.shape as object) : [])), // object schemas
)

/** What both dialects of a list have may be spelled alike: no operation takes both. */
const twins = { [plain.number]: brackets.number, [plain.size]: brackets.size }

/** The maximum is not shown (8). */
const MOST_CONNECTIONS = 1000

const isAscending = (list: number[]) => list.every((size, index) => index === 0 || size > (list[index - 1] ?? 0))
const sizeUpTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most))
const sizesUpTo = (most: number) => z.array(sizeUpTo(most)).check(z.minLength(1), z.refine(isAscending))

const claimValues = z._default(z.array(z.string().check(z.minLength(1))), [])
const reads = z.optional(z.int().check(z.minimum(1)))
const rate = z.number().check(z.minimum(0.01), z.maximum(1_000_000))

/** What each key is for stands in `config-keys.data.ts`. */
const keys = {
  parameters: z.optional(z.record(z.string(), z.string().check(z.minLength(1)))),
  pageSizes: z.optional(
    z.strictObject({
      connections: z.optional(sizesUpTo(MOST_CONNECTIONS)),
      webhooks: z.optional(sizesUpTo(WEBHOOKS_MAX_PAGE_SIZE)),
    }),
  ),
  defaultPageSizes: z.optional(
    z.strictObject({
      connections: z.optional(sizeUpTo(MOST_CONNECTIONS)),
      webhooks: z.optional(sizeUpTo(WEBHOOKS_MAX_PAGE_SIZE)),
    }),
  ),
  extensions: z.optional(z.array(z.string())),
  mapUrl: z.optional(z.nullable(z.string())),
  advisedBatchPaths: z.optional(z.int().check(z.minimum(1))),
  /** How many requests each host takes at once and how fast they come back; null: as many as are asked for. */
  bucket: z.optional(
    z.nullable(z.strictObject({ capacity: z.int().check(z.minimum(1), z.maximum(1_000_000)), refillPerMinute: rate })),
  ),
  /** The values of `ROLE_CLAIM` that give each role; a role that is left out is given to nobody. */
  roles: z.optional(z.strictObject({ viewer: claimValues, reader: claimValues, operator: claimValues })),
  dailyVehicleReads: z.optional(z.strictObject({ perOperator: reads, perVehicle: reads })),
  deliveries: z.optional(
    z.strictObject({
      signatureHeader: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/))),
      algorithm: z.optional(z.enum(['sha256', 'sha512'])),
      encoding: z.optional(z.enum(['hex', 'base64'])),
      signaturePrefix: z.optional(z.string().check(z.regex(/^[!-~]{1,32}$/))),
      challengePaths: z.optional(z.array(z.string().check(z.regex(/^\w+(\.\w+)*$/))).check(z.minLength(1))),
      bodyLimitKb: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    }),
  ),
} satisfies Record<keyof typeof configKeys, z.ZodMiniType>
const Written = z.strictObject(keys)
type Written = z.output<typeof Written>
/** Absent where nothing stands in its place: `roles` (the role names themselves) and `dailyVehicleReads` (no budget), `deliveries` (its defaults). */
type Absent = 'roles' | 'dailyVehicleReads' | 'deliveries'
export type ConfigFile = Required<Omit<Written, Absent>> & Pick<Written, Absent>

export const noConfig: ConfigFile = {
  parameters: {},
  pageSizes: {},
  defaultPageSizes: {},
  extensions: [],
  mapUrl: null,
  advisedBatchPaths: DEFAULT_ADVISED_BATCH_PATHS,
  bucket: null,
}

const TAKES = `expects parameters, pageSizes (ascending numbers: connections up to ${MOST_CONNECTIONS}, webhooks up to ${WEBHOOKS_MAX_PAGE_SIZE}), defaultPageSizes (one number each), extensions, mapUrl, advisedBatchPaths, bucket (null, or capacity and refillPerMinute: numbers above 0), roles (viewer, reader, operator: lists of claim values), dailyVehicleReads (perOperator, perVehicle: whole numbers from 1) and deliveries (signatureHeader, algorithm, encoding, signaturePrefix, challengePaths, bodyLimitKb)`

/**
 * @param preset what holds where the file says nothing
 * @throws SettingError with one line
 */
export function readConfigFile(path: string, preset: Partial<ConfigFile> = {}): ConfigFile {
  const wrong = (what: string) => new SettingError(`CONFIG: ${path}: ${what}.`)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    if (!(cause instanceof SyntaxError))
      throw wrong(`can’t be read (${codeOf(cause)}); expects the path of a JSON file`)
    // The parser's message, but not the piece of the file that it quotes.
    throw wrong(`isn’t JSON (${cause.message.replace(/,? ".*/s, '')}); ${TAKES}`)
  }
  return parseConfig(json, wrong, preset)
}

/** @throws what `wrong` makes of the reason */
export function parseConfig(
  json: unknown,
  wrong: (what: string) => SettingError,
  preset: Partial<ConfigFile> = {},
): ConfigFile {
  const parsed = Written.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue?.path ?? []
    const got = at.length > 0 ? told(valueAt(json, at)) : 'something that isn’t an object'
    const why =
      issue?.code === 'unrecognized_keys' ? `has unknown names: ${issue.keys.join(', ')}` : `isn’t valid, got ${got}`
    throw wrong(`${at.join('.') || 'the file'} ${why}; ${TAKES}`)
  }
  const config = { ...noConfig, ...preset, ...parsed.data }
  for (const name of Object.keys(config.parameters)) {
    if (!parameterNames.has(name))
      throw wrong(`parameters: "${name}" isn’t a parameter; expects ${[...parameterNames].join(', ')}`)
  }
  const spelled = (name: string) => config.parameters[name] ?? name
  const isTwin = (name: string) => name in twins && spelled(name) === spelled(twins[name as keyof typeof twins]) // it is one
  const used = [...parameterNames].filter((name) => !isTwin(name)).map(spelled)
  const twice = used.find((name, index) => used.indexOf(name) !== index)
  if (twice) throw wrong(`parameters: "${twice}" is used for two parameters; expects a different name for each`)
  for (const name of config.extensions) {
    if (!extensions.includes(name))
      throw wrong(`extensions: "${name}" isn’t an extension; expects ${extensions.join(', ')}`)
  }
  if (config.mapUrl !== null && !isMapUrl(config.mapUrl)) {
    throw wrong(`mapUrl: got ${told(config.mapUrl)}, expects an https address with {latitude} and {longitude}`)
  }
  return config
}

const isMapUrl = (text: string) =>
  text.startsWith('https://') &&
  text.includes('{latitude}') &&
  text.includes('{longitude}') &&
  URL.canParse(text.replace(/[{}]/g, ''))

/** What stands at a place of the file; undefined where nothing does. */
const valueAt = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), json)

/** A value in a word or as it is: never more of the file than one text, for it may be a file of secrets. */
function told(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return JSON.stringify(shown(value))
  if (Array.isArray(value)) return value.every(Number.isFinite) ? shown(JSON.stringify(value)) : 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
