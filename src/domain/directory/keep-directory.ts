/** Whether a directory is kept in this browser: the code that reads and writes it comes only where one is, or is to be. */
import { flagAt } from '../../core/kept-directories'
import type * as kept from './directory-database'

/** Undefined where nothing is kept, nothing can be, or the code for it cannot be fetched. */
async function whereKept(place: string): Promise<typeof kept | undefined> {
  try {
    return flagAt(place).isSet() ? await import('./directory-database') : undefined
  } catch {
    return undefined
  }
}

export const readPersisted: typeof kept.readPersistedRows = async (place, onRows) =>
  (await whereKept(place))?.readPersistedRows(place, onRows)

/** Takes out whoever was noted as leaving; where that cannot be done now they stay noted, and nothing that is read has them. */
export const dropEvicted = async (place: string): Promise<void> => (await whereKept(place))?.dropEvictedRows(place)
