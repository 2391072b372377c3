/** What this tab makes of what another one told. Each word is a hint: what is true the service, or the server, says. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { connections } from '../api/connections'
import { keyOf } from '../api/query'
import { subscriptions } from '../api/subscriptions'
import { users } from '../api/users'
import { nextAccount, onAccountEnd } from './account'
import { forget } from './directory/directory'
import * as texts from './heard-texts'
import { lookAtSignIn } from './operator'
import { forgetLooked } from './recent'
import { type Elsewhere, hear, markElsewhere } from './removal'
import { deselect, type ListName } from './selection/selection'
import { sessionQuery } from './session'
import type { Told } from './tabs'

/** More than any id that fits an address. */
const MOST_CHARACTERS = 2000
const Heard: z.ZodMiniType<Told> = z.union([
  z.object({
    about: z.literal('removal'),
    operation: z.string(),
    id: z.string().check(z.minLength(1), z.maxLength(MOST_CHARACTERS)),
    outcome: z.enum(['accepted', 'removed', 'already gone']),
  }),
  z.object({ about: z.enum(['tokens', 'vehicle token', 'sign-in', 'sign-out']) }),
])

/** What a removal changes here. */
interface Effect {
  /** What it is called. */
  subject: (id: string) => string
  list: ListName
  forget: (id: string) => void
  /** What is read again. */
  stale: readonly QueryKey[]
}
const listed = keyOf(connections.list)
const effects: Readonly<Record<string, Effect>> = {
  [connections.remove.operation]: {
    subject: texts.connection,
    list: 'connections',
    forget: (id) => forget('connection', [id]),
    stale: [listed],
  },
  [users.remove.operation]: {
    subject: texts.user,
    list: 'users',
    forget: (id) => forget('user', [id]),
    stale: [listed, keyOf(connections.read)],
  },
  [subscriptions.remove.operation]: {
    subject: texts.subscription,
    list: 'subscriptions',
    forget: () => undefined, // the ledger is shared by itself
    stale: [keyOf(subscriptions.list)],
  },
}

/** A job removes many: they are drawn as one. */
const GATHER_MS = 150
type Removed = Extract<Told, { about: 'removal' }>
let gathered: Removed[] = []
onAccountEnd(() => {
  gathered = []
})
/** What is read again once somebody looks: a tab that is hidden asks nothing of the service. */
const unread = new Set<QueryKey>()
let isWaiting = false

/** What is not understood is left out. */
export function heed(given: unknown, client: QueryClient): void {
  const { data: told } = Heard.safeParse(given)
  switch (told?.about) {
    case 'removal':
      if (!Object.hasOwn(effects, told.operation) || !hear(told)) return
      gathered.push(told)
      if (gathered.length === 1) setTimeout(() => heedRemovals(client), GATHER_MS)
      return
    case 'tokens':
      nextAccount(null, true)
      return
    case 'vehicle token':
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return
    case 'sign-in':
    case 'sign-out':
      void lookAtSignIn(told.about === 'sign-out')
  }
}

function heedRemovals(client: QueryClient): void {
  if (gathered.length === 0) return
  const heard = gathered.flatMap((told) => {
    const effect = effects[told.operation]
    return effect ? [{ ...told, effect }] : []
  })
  gathered = []
  for (const { id, effect } of heard) {
    effect.forget(id)
    forgetLooked(id)
  }
  for (const list of new Set(heard.map(({ effect }) => effect.list)))
    deselect(
      list,
      heard.flatMap(({ id, effect }) => (effect.list === list ? id : [])),
    )
  markElsewhere(heard.map(({ id, outcome, effect }): Elsewhere => ({ id, outcome, subject: effect.subject(id) })))
  for (const queryKey of new Set(heard.flatMap(({ effect }) => effect.stale))) {
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
    unread.add(queryKey)
  }
  if (!document.hidden) readAgain(client)
  else if (!isWaiting) document.addEventListener('visibilitychange', () => readAgain(client), { once: true }) // it is seen then
  isWaiting = document.hidden
}

function readAgain(client: QueryClient): void {
  isWaiting = false
  for (const queryKey of unread) void client.refetchQueries({ queryKey, type: 'active', stale: true })
  unread.clear()
}
