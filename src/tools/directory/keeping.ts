/** Whether a directory is kept in this browser: the code that reads and writes it comes only where one is, or is to be. */
import type * as kept from './kept'
import { deleteDatabase, directoryAt, flagAt, leaversOf } from './leaving'

/** Undefined where nothing is kept, nothing can be, or the code for it cannot be fetched. */
async function whereKept(place: string): Promise<typeof kept | undefined> {
  try {
    return flagAt(place).isSet() ? await import('./kept') : undefined
  } catch {
    return undefined
  }
}

export const readWhereKept: typeof kept.readKept = async (place, onRows) =>
  (await whereKept(place))?.readKept(place, onRows)

/** Takes out whoever was noted as leaving; where that cannot be done now they stay noted, and nothing that is read has them. */
export const dropLeavers = async (place: string): Promise<void> => (await whereKept(place))?.dropKept(place)

export async function clearKept(place: string): Promise<void> {
  try {
    const flag = flagAt(place)
    if (!flag.isSet()) return
    flag.clear()
    leaversOf(place).forget()
    await deleteDatabase(directoryAt(place))
  } catch {
    // nothing is kept where there is no storage
  }
}
