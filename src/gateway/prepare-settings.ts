/** Reads the settings of a server that starts, and prepares the folder that they name. */
import { MISSING_SECRET } from './auth/sign-in-settings'
import { prepareDataFolder } from './data-folder'
import { readEnvironment, type Settings } from './settings/environment'
import { openSecret } from './settings/made-secret'
import { SettingError } from './settings/setting-error'

/**
 * @param settings of these variables, whose folder is there
 * @returns the settings with the secret in the folder, which is made if it isn't there
 * @throws SettingError
 */
export function withSecret(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  const { dataFolder, isSecretRandom, signIn } = settings
  if (dataFolder === undefined) {
    // The default folder can't be used.
    if (isSecretRandom && signIn) throw new SettingError(`${MISSING_SECRET} ${settings.storeNotice ?? ''}`.trimEnd())
    return { ...settings, auditLog: env.AUDIT_LOG ? settings.auditLog : undefined }
  }
  const made = openSecret(dataFolder, isSecretRandom)
  return made === undefined ? settings : readEnvironment(env, made)
}

/** @throws SettingError */
export const prepareSettings = (env: NodeJS.ProcessEnv): Settings =>
  withSecret(prepareDataFolder(readEnvironment(env)), env)
