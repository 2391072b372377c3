/** Makes, checks and locks the folder of the store, record and secret before the server listens. */
import { accessSync, constants, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkFolder } from '../store/embedded-folder'
import { describeFolderCode, inWords, toFolderError } from '../store/failures'
import { type FolderLock, FolderLocked, makeFolder } from '../store/lock'
import { describeWatch, type WaitClock, waitForFolder } from '../store/lock-wait'
import { longestChangeMs } from './forward/exchange'
import { codeOf } from './record/audit-file'
import type { Settings } from './settings/environment'
import { NO_LASTING_STORE } from './settings/receiver-settings'
import { SettingError } from './settings/setting-error'
import { storeInMemory } from './settings/store-settings'

/** How long a server that stops may take beyond its changes, until the lock is free. */
const STOP_MARGIN_MS = 5_000
const LEAST_WAIT_MS = 30_000

const REMEDIES = 'Set STORE_DIR to another folder, or STORE=memory to keep nothing on a disk.'

/**
 * @returns the settings, with the store in memory if the default folder can’t be made or written
 * @throws SettingError if that is so for a folder that was configured
 */
export function prepareDataFolder(settings: Settings): Settings {
  const { dataFolder, isDefaultFolder } = settings
  const error = dataFolder === undefined ? undefined : makeWritable(dataFolder)
  if (error !== undefined && !isDefaultFolder)
    throw new SettingError(`${inWords(toFolderError(error, dataFolder ?? ''))} ${REMEDIES}`)
  const prepared = error === undefined ? settings : { ...settings, ...storeInMemory(describeFolderCode(codeOf(error))) }
  if (prepared.storeNotice === undefined) return prepared
  const notice = error === undefined ? prepared.storeNotice : `${dataFolder}: ${prepared.storeNotice}`
  // The sandbox has no default folder.
  if (prepared.receiver) throw new SettingError(`${NO_LASTING_STORE} ${notice}`)
  console.warn(notice)
  return prepared
}

/** @returns the system’s error; undefined if the folder is there and can be written */
function makeWritable(folder: string): unknown {
  try {
    makeFolder(resolve(folder))
    readdirSync(folder) // of a file, ENOTDIR says more than EACCES
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error
  }
}

/**
 * Waits for a server that still uses the folder as long as a change that it sends may take.
 * @returns undefined without a folder
 * @throws SettingError if the folder stays in use, or the store in it can’t be opened
 */
export async function lockDataFolder(settings: Settings, clock?: WaitClock): Promise<FolderLock | undefined> {
  const { dataFolder: folder } = settings
  if (folder === undefined) return undefined
  const mostMs = Math.max(LEAST_WAIT_MS, longestChangeMs(settings) + STOP_MARGIN_MS)
  let hasWatched = false
  try {
    checkFolder(folder)
    const onWait = (holder: string, remainingMs: number) =>
      console.info(
        `${folder} is in use by ${holder}. This server waits up to ${Math.ceil(remainingMs / 1_000)} s for it.`,
      )
    const onWatch = (quietMs: number) => {
      if (!hasWatched) console.warn(describeWatch(quietMs))
      hasWatched = true
    }
    return await waitForFolder(folder, { mostMs, onWait, onWatch }, clock)
  } catch (error) {
    throw new SettingError(
      error instanceof FolderLocked
        ? `${folder} is in use by ${error.holder}; only one server can use a folder. Stop that server. Or: ${REMEDIES}`
        : describeUnusable(error, folder),
    )
  }
}

/** @returns the line that ends a server whose store can’t be opened until a person does something */
export const describeUnusable = (error: unknown, folder: string): string =>
  `${inWords(error)} The folder is ${folder}; nothing in it was changed. Restore a backup into an empty folder (npm run store -- restore FILE). Or: ${REMEDIES}`
