/** What this tab makes of what another one told. Each word is a hint: what is true the service, or the server, says. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { forgetRemoved, type Removable, subjectOf } from '../changes/define-removal'
import { type Elsewhere, markElsewhere, noteOutcomeElsewhere } from '../changes/send-removal'
import { accountPlace, nextAccount, onAccountEnd } from '../core/account'
import { lookAtSignIn } from '../core/operator'
import { sessionQuery } from '../core/session'
import type { TabMessage } from '../core/tab-messages'
import { removals } from '../domain/removals'

/** More than any id that fits an address. */
const MOST_CHARACTERS = 2000
const Heard: z.ZodMiniType<TabMessage> = z.union([
  z.object({
    about: z.literal('removal'),
    operation: z.string(),
    id: z.string().check(z.minLength(1), z.maxLength(MOST_CHARACTERS)),
    outcome: z.enum(['accepted', 'removed', 'already gone']),
    place: z.optional(z.string()),
    isJob: z.optional(z.boolean()),
  }),
  z.object({ about: z.enum(['removals over', 'vehicle token', 'sign-in', 'sign-out']) }),
  z.object({ about: z.literal('tokens'), account: z.optional(z.string()) }),
])

/** A job removes many: they are drawn as one. */
const GATHER_MS = 150
/** A job says when it is over; one whose tab is gone never does. */
const SILENT_MS = 10_000
type Removed = Extract<TabMessage, { about: 'removal' }>
let gathered: Removed[] = []
/** What is loaded again once somebody looks: a tab that is hidden asks nothing of the service. */
const unread = new Set<QueryKey>()
/** What is loaded again once the job is over: beside it, it would stand in its way. */
const ofJobs = new Set<QueryKey>()
let silence: ReturnType<typeof setTimeout> | undefined
let isWaiting = false
onAccountEnd(() => {
  gathered = []
  unread.clear()
  ofJobs.clear()
  clearTimeout(silence)
})

/** What is not understood is left out. */
export function handleTabMessage(given: unknown, client: QueryClient): void {
  const { data: told } = Heard.safeParse(given)
  switch (told?.about) {
    case 'removal':
      // A tab that has not yet heard of other tokens tells what it did with the ones before.
      if (told.place !== accountPlace() || !Object.hasOwn(removals, told.operation) || !noteOutcomeElsewhere(told))
        return
      gathered.push(told)
      if (gathered.length === 1) setTimeout(() => heedRemovals(client), GATHER_MS)
      return
    case 'removals over':
      heedRemovals(client)
      readOfJobs(client)
      return
    case 'tokens':
      void nextAccount(told.account ?? null, true)
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
  const heard = gathered
  gathered = []
  for (const [operation, of] of Object.entries<Removable>(removals)) {
    const told = heard.filter((one) => one.operation === operation)
    if (told.length === 0) continue
    const ids = told.map(({ id }) => id)
    forgetRemoved(of, ids)
    of.deselect(ids)
    markElsewhere(told.map((one): Elsewhere => ({ ...one, subject: subjectOf(of, one.id) })))
    const isOfJobs = told.every(({ isJob }) => isJob)
    for (const queryKey of of.stale) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
      if (isOfJobs) ofJobs.add(queryKey)
      else unread.add(queryKey)
    }
  }
  if (ofJobs.size > 0) {
    clearTimeout(silence)
    silence = setTimeout(() => readOfJobs(client), SILENT_MS)
  }
  readOnceSeen(client)
}

function readOfJobs(client: QueryClient): void {
  clearTimeout(silence)
  for (const queryKey of ofJobs) unread.add(queryKey)
  ofJobs.clear()
  readOnceSeen(client)
}

function readOnceSeen(client: QueryClient): void {
  if (unread.size === 0) return
  if (!document.hidden) readAgain(client)
  else if (!isWaiting) document.addEventListener('visibilitychange', () => readAgain(client), { once: true }) // it is seen then
  isWaiting = document.hidden
}

function readAgain(client: QueryClient): void {
  isWaiting = false
  for (const queryKey of unread) void client.refetchQueries({ queryKey, type: 'active', stale: true })
  unread.clear()
}
