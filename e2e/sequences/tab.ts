/** The console's own modules as one tab of a sequence has them: what a person does in it, and what it then shows. */
import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { OperatorInfo, PageConfig } from '../../src/api/config'
import { connections } from '../../src/api/connections'
import type { Endpoint } from '../../src/api/endpoint'
import { users } from '../../src/api/users'
import { accountPlace, changeAccount, openAccount } from '../../src/tools/account'
import { followAccount } from '../../src/tools/account-queries'
import { heed } from '../../src/tools/heard'
import { jobs } from '../../src/tools/jobs/job-list'
import { checkUnknown, continueJob, retryItems, stopJob } from '../../src/tools/jobs/jobs'
import { removeMany } from '../../src/tools/jobs/remove-many'
import { journal, type Receipt } from '../../src/tools/journal'
import { lookForSignIn, openOperator, signOut } from '../../src/tools/operator'
import { connectionRemoval } from '../../src/tools/removable/connections'
import { userRemoval } from '../../src/tools/removable/users'
import { isAccepted, removalKey, useRemovals as removalsNow, removeOne } from '../../src/tools/removal'
import { select, useSelection as selectionOf } from '../../src/tools/selection/selection'
import { lookAgain, type RemovalJob } from '../../src/tools/send-removal'
import { forget, handOver } from '../../src/tools/session'
import { openTabs, tell } from '../../src/tools/tabs'

export type Kind = 'connection' | 'user'
export interface Thing {
  kind: Kind
  id: string
}
export interface ShownItem extends Thing {
  state: string
  tries: number
}
export interface ShownJob {
  id: number
  phase: string
  items: ShownItem[]
}
export interface Start {
  service: readonly string[]
  operator: OperatorInfo | null
  account: string | null
}
const listOf = (kind: Kind) => (kind === 'user' ? ('users' as const) : ('connections' as const))

export interface TabApi {
  start(given: Start): Promise<void>
  /** The page goes: what is written at the last moment is. */
  hide(): void
  remove(thing: Thing): void
  select(things: readonly Thing[]): void
  /** Removes what is selected. */
  removeSelected(kind: Kind): void
  stop(job: number): void
  goOn(job: number): void
  retry(job: number, state: 'failed' | 'asleep' | 'unknown'): void
  check(job: number): void
  lookAgain(thing: Thing): void
  changeTokens(token: string | undefined): Promise<void>
  signOut(): Promise<void>
  lookForSignIn(): Promise<void>
  /** Where what it keeps is filed now. */
  place(): string | undefined
  selected(kind: Kind): string[]
  receipts(): readonly Receipt[]
  jobs(): ShownJob[]
  /** What is marked as removed, or accepted, on screen. */
  marked(): string[]
}

export function openTab(): TabApi {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  notifyManager.setScheduler(queueMicrotask)
  return {
    async start({ service, operator, account }) {
      await openOperator({ signIn: 'oidc', operator } as PageConfig) // the rest is not looked at
      openTabs(service, operator?.id, (told) => heed(told, client))
      openAccount(service, operator?.id ?? null, account)
      followAccount(client, true)
      if (operator) tell({ about: 'sign-in' })
    },
    hide: () => void window.dispatchEvent(new Event('pagehide')),
    remove: ({ kind, id }) =>
      void (kind === 'user'
        ? removeOne(users.remove, async () => userRemoval, { id, client })
        : removeOne(connections.remove, async () => connectionRemoval, { id, client })),
    select(things) {
      for (const kind of ['connection', 'user'] as const) {
        const rows = things.filter((one) => one.kind === kind).map(({ id }) => [id, id] as const)
        select(listOf(kind), rows)
      }
    },
    removeSelected(kind) {
      const { selected } = selectionOf(listOf(kind), [])
      const items = [...selected.keys()].map((id) => ({ id, label: id, subject: id }))
      const job = { title: 'Remove', page: '/connections', concurrency: 2, items, client }
      if (items.length === 0) return
      if (kind === 'user') removeMany({ ...job, of: userRemoval })
      else removeMany({ ...job, of: connectionRemoval })
    },
    stop: stopJob,
    goOn: continueJob,
    retry: retryItems,
    check: checkUnknown,
    lookAgain: ({ kind, id }) => void lookAgain(removalKey((kind === 'user' ? users : connections).remove, id)),
    async changeTokens(token) {
      const { account } = await changeAccount(() => (token === undefined ? forget() : handOver({ version3: token })))
      tell({ about: 'tokens', account })
    },
    signOut,
    async lookForSignIn() {
      await lookForSignIn()
    },
    place: accountPlace,
    selected: (kind) => [...selectionOf(listOf(kind), []).selected.keys()],
    receipts: () => journal.get(),
    jobs: () =>
      jobs.get().map(({ id, phase, items }) => ({
        id,
        phase,
        items: items.map(({ key, input, state, tries }) => {
          const { operation } = (input as RemovalJob<Endpoint>).endpoint // every job here is a removal
          return { kind: operation === users.remove.operation ? 'user' : 'connection', id: key, state, tries }
        }),
      })),
    marked: () =>
      Object.entries(removalsNow()).flatMap(([key, removal]) =>
        isAccepted(removal) && !removal.isElsewhere ? key.slice(`${removal.operation} `.length) : [],
      ),
  }
}
