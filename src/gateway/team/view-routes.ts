/**
 * `/team/views`: saved views in the team's store. Whoever may read keeps their own; what is shared is shown to everybody
 * who may read, and so takes who may change things. Nobody changes another's. Where nobody signs in, all are one owner.
 */
import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { MOST_SHARED, NewTeamView } from '../../api/team-views'
import { MOST_NAME, MOST_VIEWS } from '../../api/view-address'
import type { Owner, ViewFault } from '../../store/views'
import { operatorOf, refusalFor } from '../auth/operator'
import { gatewayError } from '../errors'
import type { Team } from './team'
import type { TeamEnv, TeamGuard } from './team-guard'
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

export function mountViews(
  app: Hono<TeamEnv>,
  team: Pick<Team, 'now'>,
  { guarded, reading, writing }: TeamGuard,
): void {
  const list = async (c: Context) => ({ views: await team.now().views.list(ownerOf(c).subject) })

  app.get(
    '/team/views',
    reading(VIEWS, NoQuery, (_, c) => list(c)),
  )
  app.post(
    '/team/views',
    writing(saving, async (view, c) => {
      const refusal = view.isShared ? refusalFor(c, 'change', SHARING) : undefined
      if (refusal) return refusal
      const fault = await team.now().views.save(ownerOf(c), view)
      return fault ? gatewayError('BAD_REQUEST', faults[fault]) : list(c)
    }),
  )
  app.delete(
    '/team/views/:id',
    guarded('free', VIEWS, async (c) => {
      const id = z.uuid().safeParse(c.req.param('id'))
      const { views } = team.now()
      if (!id.success || !(await views.remove(ownerOf(c).subject, id.data)))
        return gatewayError('BAD_REQUEST', 'You have no saved view with this ID. Reload the list.')
      return list(c)
    }),
  )
}
