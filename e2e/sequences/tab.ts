/** The console's own modules as one tab of a sequence has them: what a person does in it, and what it then shows. */
import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { OperatorInfo, PageConfig } from '../../src/api/config'
import { isAccepted, type RemovalOutcome, removalKey, removals, removeOne } from '../../src/changes/removal'
import { recheck } from '../../src/changes/send-removal'
import { accountPlace, changeAccount, openAccount } from '../../src/core/account'
import { followAccount } from '../../src/core/account-queries'
import { lookForSignIn, openOperator, signOut } from '../../src/core/operator'
import { addTokens, forgetTokens } from '../../src/core/session'
import { openTabMessages, postTabMessage } from '../../src/core/tab-messages'
import { connectionRemoval } from '../../src/domain/connections/connection-removal'
import { userRemoval } from '../../src/domain/users/user-removal'
import { select, selectedIn } from '../../src/lists/selection/selection'
import { handleTabMessage } from '../../src/shell/handle-tab-messages'

export type Kind = 'connection' | 'user'
export interface Thing {
  kind: Kind
  id: string
}
export interface Start {
  service: readonly string[]
  operator: OperatorInfo | null
  account: string | null
}
const removalOf = { connection: connectionRemoval, user: userRemoval }
const listOf = (kind: Kind) => (kind === 'user' ? ('users' as const) : ('connections' as const))

export interface TabApi {
  start(given: Start): Promise<void>
  /** The page goes: what is written at the last moment is. */
  hide(): void
  remove(thing: Thing): void
  select(things: readonly Thing[]): void
  lookAgain(thing: Thing): void
  changeTokens(token: string | undefined): Promise<void>
  signOut(): Promise<void>
  lookForSignIn(): Promise<void>
  /** Where what it keeps is filed now. */
  place(): string | undefined
  selected(kind: Kind): string[]
  /** The outcomes that its notices show. */
  outcomes(): { id: string; outcome: RemovalOutcome }[]
  /** What is marked as removed, or accepted, on screen. */
  marked(): string[]
}

export function openTab(): TabApi {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  notifyManager.setScheduler(queueMicrotask)
  return {
    async start({ service, operator, account }) {
      await openOperator({ signIn: 'oidc', operator } as PageConfig) // the rest is not looked at
      openTabMessages(service, operator?.id, (message) => handleTabMessage(message, client))
      openAccount(service, operator?.id ?? null, account)
      followAccount(client, true)
      if (operator) postTabMessage({ about: 'sign-in' })
    },
    hide: () => void window.dispatchEvent(new Event('pagehide')),
    remove: ({ kind, id }) => void removeOne(removalOf[kind].endpoint, async () => removalOf[kind], { id, client }),
    select(things) {
      for (const kind of ['connection', 'user'] as const) {
        const rows = things.filter((one) => one.kind === kind).map(({ id }) => [id, id] as const)
        select(listOf(kind), rows)
      }
    },
    lookAgain: ({ kind, id }) => void recheck(removalKey(removalOf[kind].endpoint, id)),
    async changeTokens(token) {
      const { account } = await changeAccount(() =>
        token === undefined ? forgetTokens() : addTokens({ version3: token }),
      )
      postTabMessage({ about: 'tokens', account })
    },
    signOut,
    async lookForSignIn() {
      await lookForSignIn()
    },
    place: accountPlace,
    selected: (kind) => [...selectedIn(listOf(kind)).keys()],
    outcomes: () =>
      Object.values(removals.get()).flatMap((one) =>
        one.phase === 'ended' ? [{ id: one.id, outcome: one.outcome }] : [],
      ),
    marked: () =>
      Object.values(removals.get())
        .filter(isAccepted)
        .map(({ id }) => id),
  }
}
