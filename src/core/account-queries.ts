/** What the query client does when the account is another one: all that was loaded goes, and what is on screen is loaded anew. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { confirmOperatorBy, onAccountBegin } from './account'
import { lookAtSignIn } from './operator'
import { sessionQuery } from './session'

/**
 * Called once for each client.
 * @param hasSignIn true where operators sign in: other tokens may be another operator's
 */
export function followAccount(client: QueryClient, hasSignIn: boolean): () => void {
  confirmOperatorBy(hasSignIn ? async () => (await lookAtSignIn(false)) === true : undefined)
  return onAccountBegin((isHeard) => {
    const { queryKey } = sessionQuery
    if (isHeard) void client.invalidateQueries({ queryKey })
    const session = hashKey(queryKey)
    void client.resetQueries({ predicate: ({ queryHash }) => queryHash !== session })
  })
}
