/**
 * Saved views. A viewer has views of their own. Sharing one requires the operator role, because every viewer sees it
 * then. Only its owner changes or deletes a view. Without sign-in all clients are one owner, and each view is shared.
 */
import * as z from 'zod/mini'
import { views } from '../../api/console/views'
import { MOST_SHARED, type TeamView } from '../../api/team-views'
import { MOST_VIEWS } from '../../api/view-address'
import type { Owner, ViewFault } from '../../store/views'
import { type ConsoleHandlers, Refused, type Requester } from '../console/handler'
import type { TeamAccount } from './team-account'
import type { NoteFor } from './team-notes'

const faults: Readonly<Record<ViewFault, string>> = {
  full: `The limit is ${MOST_VIEWS} views. Delete one first.`,
  'full shared': `The limit is ${MOST_SHARED} shared views of all owners. Save it as your own.`,
  invalid: `The body expects ${views.save.expected}.`,
}

const ownerOf = ({ signedIn }: Requester): Owner => ({
  subject: signedIn?.subject ?? '',
  name: signedIn?.name ?? null,
})

/** @param hasSignIn false if all clients are one owner */
export function viewHandlers(note: NoteFor, hasSignIn: boolean): ConsoleHandlers['views'] {
  const list = async (account: TeamAccount, by: Requester) => ({
    views: await account.now().views.list(ownerOf(by).subject),
  })
  /** The requester's own view, if others see it. */
  const findShared = async (account: TeamAccount, by: Requester, isIt: (view: TeamView) => boolean) =>
    (await list(account, by)).views.find((view) => view.isOwn && view.isShared && isIt(view))

  return {
    list: ({ account, by }) => list(account, by),
    async save({ body, account, by }) {
      const view = hasSignIn ? body : { ...body, isShared: true }
      if (view.isShared) by.need('operator', 'Sharing a view')
      const { name, address } = view
      const shared = view.isShared ? view : await findShared(account, by, (one) => one.name === name)
      const fault = await (await account.begin('rows')).views.save(ownerOf(by), view)
      if (fault) throw new Refused('BAD_REQUEST', faults[fault])
      // The record is about what others see.
      if (shared) note(account, view.isShared ? 'view shared' : 'view unshared', by, { view: name, address })
      return list(account, by)
    },
    async remove({ path, account, by }) {
      const id = z.uuid().safeParse(path.id)
      const shared = id.success ? await findShared(account, by, (view) => view.id === id.data) : undefined
      if (!id.success || !(await account.now().views.remove(ownerOf(by).subject, id.data)))
        throw new Refused('BAD_REQUEST', 'You have no saved view with this ID. Reload the list.')
      if (shared) note(account, 'shared view deleted', by, { view: shared.name, address: shared.address })
      return list(account, by)
    },
  }
}
