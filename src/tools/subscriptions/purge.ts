/** The ledger's part of the removal of a user; its code is fetched once a removal begins, and not with every list of users. */
import { accountPlace, whileAccount } from '../account'

/**
 * To be called when a removal begins.
 * @returns what notes in the ledger of the account of then that the subscriptions are purged with the user (4.2)
 */
export function purgeWith(userId: string): () => void {
  const account = { isCurrent: whileAccount(), place: accountPlace() }
  const tools = Promise.all([import('./ledger'), import('./ledger-changes')])
  return () =>
    void tools.then(
      ([{ ledgerWriter }, { purged }]) => ledgerWriter(account)((old) => purged(old, userId)),
      () => undefined, // it cannot be fetched: what is read later tells
    )
}
