/**
 * `/team/views`: saved views. A viewer has views of their own. Sharing one requires the operator role, because every viewer
 * sees it then. Only its owner changes or deletes a view. Without sign-in all clients are one owner, and each view is shared.
 */
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { MOST_SHARED, NewTeamView, type TeamView } from '../../api/team-views'
import { MOST_NAME, MOST_VIEWS } from '../../api/view-address'
import type { Owner, ViewFault } from '../../store/views'
import { requesterOf } from '../auth/asker'
import { operatorOf, refusalFor } from '../auth/operator'
import { gatewayError } from '../errors'
import type { Settings } from '../settings/environment'
import type { TeamAccount } from './team-account'
import type { TeamEnv, TeamGuard } from './team-guard'
import type { NoteFor } from './team-notes'
import { NoQuery } from './team-query'

const VIEWS = 'Saved views'
const SHARING = 'Sharing a view'
const saving = {
  effect: 'free',
  what: VIEWS,
  schema: NewTeamView,
  expected: `{"name", "address", "isShared"}: a name of 1 to ${MOST_NAME} characters and an address of this console`,
} as const
const faults: Readonly<Record<ViewFault, string>> = {
  full: `The limit is ${MOST_VIEWS} views. Delete one first.`,
  'full shared': `The limit is ${MOST_SHARED} shared views of all owners. Save it as your own.`,
  invalid: `The body expects ${saving.expected}.`,
}

const ownerOf = (c: Context): Owner => {
  const operator = operatorOf(c)
  return { subject: operator?.subject ?? '', name: operator?.name ?? null }
}

interface Options {
  guard: Pick<TeamGuard, 'guarded' | 'reading' | 'writing'>
  settings: Pick<Settings, 'signIn'>
  note: NoteFor
}

export function mountViews(app: Hono<TeamEnv>, { guard, settings, note }: Options): void {
  const { guarded, reading, writing } = guard
  const list = async (c: Context, account: TeamAccount) => ({
    views: await account.now().views.list(ownerOf(c).subject),
  })
  /** The operator's own view, if others see it. */
  const findShared = async (c: Context, account: TeamAccount, isIt: (view: TeamView) => boolean) =>
    (await list(c, account)).views.find((view) => view.isOwn && view.isShared && isIt(view))

  app.get(
    '/team/views',
    reading(VIEWS, NoQuery, (_, c, account) => list(c, account)),
  )
  app.post(
    '/team/views',
    writing(saving, async (body, c, account) => {
      const view = settings.signIn ? body : { ...body, isShared: true }
      const refusal = view.isShared ? refusalFor(c, 'change', SHARING) : undefined
      if (refusal) return refusal
      const { name, address } = view
      const shared = view.isShared ? view : await findShared(c, account, (one) => one.name === name)
      const fault = await (await account.begin('rows')).views.save(ownerOf(c), view)
      if (fault) return gatewayError('BAD_REQUEST', faults[fault])
      // The record is about what others see.
      if (shared)
        note(account, view.isShared ? 'view shared' : 'view unshared', requesterOf(c, settings.signIn), {
          view: name,
          address,
        })
      return list(c, account)
    }),
  )
  app.delete(
    '/team/views/:id',
    guarded('free', VIEWS, async (c, account) => {
      const id = z.uuid().safeParse(c.req.param('id'))
      const { views } = account.now()
      const shared = id.success ? await findShared(c, account, (one) => one.id === id.data) : undefined
      if (!id.success || !(await views.remove(ownerOf(c).subject, id.data)))
        return gatewayError('BAD_REQUEST', 'You have no saved view with this ID. Reload the list.')
      if (shared) {
        const { name: view, address } = shared
        note(account, 'shared view deleted', requesterOf(c, settings.signIn), { view, address })
      }
      return list(c, account)
    }),
  )
}
