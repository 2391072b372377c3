/** `RECORD` and `REPLAY`: where each would be unwise, the start says so. */
import { secretNames } from '../../api/variables.data'
import { type Env, folder, type Read, type Variable } from './kinds'
import { isLoopback, isLoopbackUrl } from './loopback'
import { SettingError } from './setting-error'

export type TapeSettings =
  /** `secrets`: every secret that the server is configured with, to be kept out of the recording. */
  { kind: 'record'; folder: string; secrets: readonly string[] } | { kind: 'replay'; folder: string }

interface Beside {
  host: string
  publicOrigin: string | undefined
  hasSignIn: boolean
}

/** What leads to a host, or says that something happened which a replay only repeats. */
const notInReplay = [
  ...['RECORD', 'PRESET', 'VEHICLE_DATA_URL', 'VEHICLE_URL', 'MANAGEMENT_URL', 'HEADER_PREFIX'],
  ...['ACCESS_TOKEN', 'MANAGEMENT_TOKEN', 'VEHICLE_DATA_TOKEN', 'TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET'],
  ...['AUDIT_LOG', 'STORE_DIR', 'DATABASE_URL', 'NOTIFY_URL', 'RECEIVER_PORT', 'RECEIVER_URL', 'FORWARD_TO'],
] as const satisfies readonly Variable[]

/** @throws SettingError */
export function readTapeSettings(env: Env, read: Read, beside: Beside): TapeSettings | undefined {
  const record = read('RECORD', folder, undefined)
  const replay = read('REPLAY', folder, undefined)
  const isHere = isLoopback(beside.host) && (beside.publicOrigin === undefined || isLoopbackUrl(beside.publicOrigin))
  if (replay !== undefined) {
    const other = notInReplay.find((name) => env[name])
    if (other)
      throw new SettingError(
        `REPLAY: set together with ${other}, expects neither hosts nor tokens, nor anything that is kept: a recording is replayed without them.`,
      )
    if (!isHere && !beside.hasSignIn)
      throw new SettingError(
        'REPLAY: set with a HOST or PUBLIC_ORIGIN beyond this computer, expects operator sign-in then: a recording has names, IDs and locations.',
      )
    return { kind: 'replay', folder: replay }
  }
  if (record === undefined) return undefined
  // Whoever signs in, or reaches it from elsewhere, has not agreed to have their work kept.
  if (beside.hasSignIn || !isHere)
    throw new SettingError(
      `RECORD: set with ${beside.hasSignIn ? 'operator sign-in' : 'a HOST or PUBLIC_ORIGIN beyond this computer'}, expects a server of one person on this computer: a recording keeps what everyone who uses it sees.`,
    )
  const secrets = secretNames.flatMap((name) => env[name] || [])
  return { kind: 'record', folder: record, secrets: [...secrets, ...passwordsIn(secrets)] }
}

/** The password within an address is a secret of its own. */
const passwordsIn = (secrets: readonly string[]) =>
  secrets.flatMap((secret) => (URL.canParse(secret) && decodeURIComponent(new URL(secret).password)) || [])
