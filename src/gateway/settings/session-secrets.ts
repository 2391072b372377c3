/** `SESSION_SECRET` and the one before it, or the secret that the server made in its folder. */
import { randomBytes } from 'node:crypto'
import { type Env, type Read, secret } from './kinds'
import { SettingError } from './setting-error'

export interface Secrets {
  /** Those that outlive the process, the newest first. */
  lasting: readonly string[]
  /** True if there is one, or will be once the folder is there. */
  isLasting: boolean
}

interface SecretSettings {
  sessionSecret: string
  sessionSecretOld: string | undefined
  isSecretRandom: boolean
  namingSecrets: readonly [string | undefined, ...(string | undefined)[]]
}

/**
 * @param made the secret in the folder, as far as it is known
 * @param isMade true if there is a folder to make one in
 * @throws SettingError
 */
export function readSecrets(
  env: Env,
  read: Read,
  { made, isMade }: { made: string | undefined; isMade: boolean },
): Secrets & { settings: SecretSettings } {
  const current = read('SESSION_SECRET', secret, undefined)
  const old = readOldSecret(env, read)
  const lasting = [...new Set([current, old, made].flatMap((one) => one ?? []))]
  return {
    lasting,
    isLasting: lasting.length > 0 || isMade,
    settings: {
      sessionSecret: lasting[0] ?? randomBytes(32).toString('base64'),
      sessionSecretOld: lasting[1],
      isSecretRandom: lasting.length === 0,
      // A secret that was made names no account: its lines have the name that they had before there was one.
      namingSecrets:
        current === undefined ? [undefined] : [current, ...(old ? [old] : []), ...(made ? [undefined] : [])],
    },
  }
}

function readOldSecret(env: Env, read: Read): string | undefined {
  const old = read('SESSION_SECRET_OLD', secret, undefined)
  if (old === undefined) return undefined
  if (!env.SESSION_SECRET)
    throw new SettingError('SESSION_SECRET: missing; SESSION_SECRET_OLD is set and expects a newer SESSION_SECRET.')
  if (old === env.SESSION_SECRET)
    throw new SettingError('SESSION_SECRET_OLD: got the same as SESSION_SECRET, expects the previous one.')
  return old
}
