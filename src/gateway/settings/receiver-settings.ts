/** Settings of the receiver of deliveries: where it listens, what proves a delivery, how long it is kept. */
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { SANDBOX_PREFIX } from '../../api/presets/dialect'
import { variables } from '../../api/variables.data'
import { readDestinations } from '../../receiver/destinations'
import type { ReceiverSettings } from '../../receiver/receiver-settings'
import type { ConfigFile } from './config-file'
import { hostName, type Kind, port, type Read, secret, secrets, text, token, tokenAddress, whole } from './kinds'
import type { Secrets } from './session-secrets'
import { SettingError } from './setting-error'

/** Where the address ends: whoever doesn’t know it reaches nothing. */
const SLUG = /\/deliveries\/([\w-]{16,200})$/
const slugOf = (url: string) => SLUG.exec(new URL(url).pathname)?.[1]
const receiverAddress: Kind<string> = {
  schema: text((value) => tokenAddress.schema.safeParse(value).success && !!slugOf(value) && !value.includes('?')),
  takes:
    'an https address (http only on this computer) that ends in /deliveries/ and a random name of 16 characters or more',
  isSecret: true,
}
const code = /^[\w.-]{1,200}$/
const codes: Kind<string[]> = {
  schema: z.pipe(
    text((value) => value.split(',').every((one) => code.test(one.trim()))),
    z.transform((value) => value.split(',').map((one) => one.trim().toLowerCase())),
  ),
  takes: 'codes of signals separated by commas, such as location-preciselocation,vehicleidentification-vin',
}
const json: Kind<string> = {
  schema: text((value) => value.trimStart().startsWith('[')),
  takes: 'a JSON list of {"name", "url", "webhookId"}',
  isSecret: true,
}

interface Beside extends Secrets {
  isSandbox: boolean
  /** False for a store in memory. */
  storeLasts: boolean
  /** Whether the server has a token of its own for the host that lists connections. */
  hasAccount: boolean
  headerPrefix: string | undefined
  config: Pick<ConfigFile, 'deliveries'>
  keepAlive: ReceiverSettings['keepAlive']
  trusts: ReceiverSettings['trusts']
}

const DEFAULT_CHALLENGE_PATHS = ['data.challenge', 'payload.challenge']
export const DEFAULT_DELIVERY_KB = 128
const MB = 1_000_000

/** @returns undefined where nothing is received @throws SettingError */
export function readReceiver(read: Read, beside: Beside): ReceiverSettings | undefined {
  const { isSandbox, storeLasts, config } = beside
  const given = read('RECEIVER_PORT', port, undefined)
  const url = read('RECEIVER_URL', receiverAddress, undefined)
  const key = read('RECEIVER_SECRET', token, undefined)
  const oldSecret = read('RECEIVER_SECRET_OLD', token, undefined)
  const host = read('RECEIVER_HOST', hostName, variables.RECEIVER_HOST.fallback)
  const ownKey = read('DELIVERIES_KEY', secret, undefined)
  const keys = readSealingKeys(read, beside)
  const redact = read('DELIVERIES_REDACT', codes, [])
  const forwardTo = read('FORWARD_TO', json, undefined)
  const kept = {
    retainDays: read('DELIVERIES_DAYS', whole(1, 3_650), variables.DELIVERIES_DAYS.fallback),
    mostBytes: read('DELIVERIES_MAX_MB', whole(1, 1_000_000), variables.DELIVERIES_MAX_MB.fallback) * MB,
  }
  if (oldSecret !== undefined && key === undefined) throw missing('RECEIVER_SECRET', 'RECEIVER_SECRET_OLD')
  if (oldSecret !== undefined && oldSecret === key)
    throw new SettingError('RECEIVER_SECRET_OLD: got the same as RECEIVER_SECRET, expects the previous one.')
  if (forwardTo !== undefined && redact.length > 0)
    throw new SettingError(
      'DELIVERIES_REDACT: set together with FORWARD_TO, expects one of the two: what is passed on is kept whole until it has arrived.',
    )
  if (given === undefined && !isSandbox) {
    const lonely = { RECEIVER_URL: url, RECEIVER_SECRET: key, FORWARD_TO: forwardTo }
    for (const [name, value] of Object.entries(lonely)) if (value !== undefined) throw missing('RECEIVER_PORT', name)
    return undefined
  }
  if (!isSandbox && !storeLasts) throw new SettingError(NO_LASTING_STORE)
  if (!isSandbox) checkProvider({ url, key, ownKey, ...beside })
  const name = url === undefined ? randomBytes(16).toString('base64url') : (slugOf(url) ?? '')
  return {
    ...{ port: given ?? 0, host, url, slug: name, oldSecret, redact, ...kept },
    secret: key ?? randomBytes(32).toString('base64url'),
    scheme: schemeOf(config, beside.headerPrefix ?? (isSandbox ? SANDBOX_PREFIX : '')),
    bodyLimitBytes: (config.deliveries?.bodyLimitKb ?? DEFAULT_DELIVERY_KB) * 1024,
    keys: keys.length > 0 ? keys : [randomBytes(32)], // of a sandbox, whose store ends with its process
    destinations: forwardTo === undefined ? [] : destinationsOf(forwardTo),
    keepAlive: beside.keepAlive,
    trusts: beside.trusts,
  }
}

/** A provider doesn’t send a delivery again that was acknowledged. */
export const NO_LASTING_STORE =
  'RECEIVER_PORT: set with a store in memory, which would lose deliveries when the server stops; expects STORE_DIR or DATABASE_URL.'

const missing = (name: string, because: string) =>
  new SettingError(`${name}: missing; ${because} is set and expects it.`)

/** What is invented for a sandbox has to be said for a provider. @throws SettingError */
function checkProvider(
  given: Beside & { url: string | undefined; key: string | undefined; ownKey: string | undefined },
): void {
  if (given.key === undefined) throw missing('RECEIVER_SECRET', 'RECEIVER_PORT')
  if (given.url === undefined) throw missing('RECEIVER_URL', 'RECEIVER_PORT')
  if (!given.hasAccount)
    throw new SettingError(
      'RECEIVER_PORT: set without a token of the server’s own, expects ACCESS_TOKEN or CLIENT_ID: deliveries are kept for that account.',
    )
  if (given.ownKey === undefined && !given.isLasting)
    throw new SettingError(
      'DELIVERIES_KEY: missing, and so is SESSION_SECRET; expects 32 bytes or more in one of them: a random key would make what is kept unreadable after a restart.',
    )
  if (given.headerPrefix === undefined && given.config.deliveries?.signatureHeader === undefined)
    throw new SettingError(
      'HEADER_PREFIX: missing; RECEIVER_PORT is set and expects it, or CONFIG with deliveries.signatureHeader.',
    )
}

function schemeOf(
  { deliveries = {} }: Pick<ConfigFile, 'deliveries'>,
  headerPrefix: string,
): ReceiverSettings['scheme'] {
  const { signatureHeader = `${headerPrefix}-signature`, algorithm = 'sha256', encoding = 'hex' } = deliveries
  const { challengePaths = DEFAULT_CHALLENGE_PATHS, signaturePrefix: prefix } = deliveries
  return { header: signatureHeader.toLowerCase(), algorithm, encoding, prefix, challengePaths }
}

/** Keys of what is sealed in the store: the first encrypts, all of them open. None if no secret is configured. */
export function readSealingKeys(read: Read, { lasting, isLasting }: Secrets): Buffer[] {
  const key = read('DELIVERIES_KEY', secret, undefined)
  const earlier: readonly string[] = read('DELIVERIES_KEY_OLD', secrets, [])
  if (earlier.length > 0 && key === undefined && !isLasting)
    throw new SettingError('DELIVERIES_KEY: missing; DELIVERIES_KEY_OLD is set and expects a newer DELIVERIES_KEY.')
  if (key !== undefined && earlier.includes(key))
    throw new SettingError('DELIVERIES_KEY_OLD: got the same as DELIVERIES_KEY, expects earlier ones.')
  const own = key === undefined ? [] : [ownKeyOf(key)]
  const derived = lasting.map(derivedKey)
  // Nothing in an earlier one shows if it was a key or a SESSION_SECRET.
  const keys = [...own, ...derived, ...earlier.flatMap((one) => [ownKeyOf(one), derivedKey(one)])]
  return keys.filter((one, index) => keys.findIndex((other) => other.equals(one)) === index)
}

const ownKeyOf = (key: string) => createHash('sha256').update(key).digest()
const derivedKey = (from: string) => Buffer.from(hkdfSync('sha256', from, '', 'forecourt deliveries', 32))

/** @throws SettingError */
function destinationsOf(value: string): ReceiverSettings['destinations'] {
  try {
    return readDestinations(value)
  } catch (error) {
    throw new SettingError(`FORWARD_TO: ${error instanceof Error ? error.message : 'can’t be read'}`)
  }
}
