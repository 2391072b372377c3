/** The texts of erasing the server's own account. */
import { plural } from '../../ui/format'

export const erase = 'Erase account…'
export const title = (account: string) => `Erase account ${account}?`
export const what =
  'This erases the directory, jobs, the history of subscriptions, saved views and deliveries of this account from the server’s store, for all operators. Nothing changes at the provider. You can’t undo this.'
export const name = (account: string) => `Type ${account} to confirm`
export const record = 'Erase the record of changes, too'
export const aboutRecord =
  'This erases the files of the record with all lines, also those of other accounts. Unchecked, Activity still shows who changed what.'
export const verb = 'Erase account'
export const wait = 'Type the account’s name first'
export const done = (rows: number) => `Erased ${plural(rows, 'row')}.`
export const couldNotErase = 'Couldn’t erase the account.'
