/** Makes the folder of the store, record and secret before anything uses it. */
import { accessSync, constants, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { inWords, toFolderError } from '../store/failures'
import { makeFolder } from '../store/lock'
import { codeOf } from './record/audit-file'
import type { Settings } from './settings/environment'
import { NO_LASTING_STORE } from './settings/receiver-settings'
import { SettingError } from './settings/setting-error'
import { storeInMemory } from './settings/store-settings'

/**
 * @returns the settings, with the store in memory if the default folder can’t be made or written
 * @throws SettingError if that is so for a folder that was configured
 */
export function prepareDataFolder(settings: Settings): Settings {
  const { dataFolder, isDefaultFolder } = settings
  const error = dataFolder === undefined ? undefined : whyUnusable(dataFolder)
  if (error !== undefined && !isDefaultFolder) throw new SettingError(inWords(toFolderError(error, dataFolder ?? '')))
  const prepared = error === undefined ? settings : { ...settings, ...storeInMemory(codeOf(error)) }
  if (prepared.storeNotice === undefined) return prepared
  const notice = error === undefined ? prepared.storeNotice : `${dataFolder}: ${prepared.storeNotice}`
  // The sandbox has no default folder.
  if (prepared.receiver) throw new SettingError(`${NO_LASTING_STORE} ${notice}`)
  console.warn(notice)
  return prepared
}

/** @returns the system’s error; undefined if the folder is there and can be written */
function whyUnusable(folder: string): unknown {
  try {
    makeFolder(resolve(folder))
    readdirSync(folder) // ENOTDIR says more of a file than EACCES
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error
  }
}
