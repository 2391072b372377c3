/** The columns of the list of users; numbers that are not the whole say so. */

import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { TeamUser } from '../../api/team'
import { users } from '../../api/users'
import { queued, useIsQueued } from '../../changes/jobs/started-jobs'
import { isAccepted, isNotYetGone, useRemoval } from '../../changes/removal'
import { AtLeast } from '../../ui/at-least'
import type { Column } from '../../ui/data-table'
import { Modes } from '../../ui/mode'
import { NoValue, Text } from '../../ui/no-value'
import { IdLink, RowCopy } from '../../ui/row-link'
import { Time } from '../../ui/time'
import { RemoveUser } from './remove-user'
import * as texts from './texts'
import { userId } from './user-page-texts'

export interface UserRow {
  user: TeamUser
  /** True where every connection of the user was read: the numbers are the whole. */
  isWhole: boolean
  movedAt: RefObject<number>
}

export const columns: readonly Column<UserRow>[] = [
  {
    id: 'user',
    width: 172,
    header: texts.user,
    cell: ({ user: { id } }) => (
      <>
        <IdLink to="users" id={id} />
        <RowCopy text={id} what={userId} />
      </>
    ),
  },
  {
    id: 'externalId',
    header: texts.externalId,
    kind: 'text',
    cell: ({ user: { externalId } }) => <ExternalId value={externalId} />,
  },
  {
    id: 'connections',
    width: 124,
    header: texts.connections,
    kind: 'number',
    isWide: true,
    cell: (row) => <ConnectionCount {...row} />,
  },
  { id: 'vehicles', header: texts.vehicles, kind: 'text', cell: (row) => <Vehicles {...row} /> },
  {
    id: 'modes',
    width: 190,
    header: texts.modes,
    cell: ({ user }) => <Modes live={user.live} simulated={user.simulated} />,
  },
  {
    id: 'lastChange',
    width: 120,
    header: texts.lastChange,
    isWide: true,
    cell: ({ user }) => <LastChange at={user.changedAt} />,
  },
  { id: 'actions', width: 100, header: texts.actions, kind: 'action', cell: (row) => <Actions {...row} /> },
]

function ExternalId({ value }: { value: string | null }) {
  return value === null ? <NoValue kind="absent" /> : <Text value={value.slice(0, 300)} />
}

function ConnectionCount({ user, isWhole }: UserRow) {
  const count = user.live + user.simulated
  return (
    <Link to="/connections" search={{ 'filter[userId]': user.id }}>
      <AtLeast count={count} isWhole={isWhole} />
      {texts.connectionsOf(count)}
    </Link>
  )
}

/** How many, and the first of them by name: what a customer says on the phone. */
function Vehicles({ user: { vehicles, cars }, isWhole }: UserRow) {
  return (
    <span title={cars.join(', ')}>
      <AtLeast count={vehicles} isWhole={isWhole} />
      {cars[0] && (
        <span className="quiet">
          {' · '}
          <bdi translate="no">{cars[0]}</bdi>
        </span>
      )}
      {cars.length > 1 && <span className="quiet"> {texts.andOthers}</span>}
    </span>
  )
}

function LastChange({ at }: { at: string | null }) {
  return at ? <Time value={at} isAge /> : <NoValue kind="absent" />
}

function Actions({ user, movedAt }: UserRow) {
  const removal = useRemoval(users.remove, user.id)
  const isQueued = useIsQueued(users.remove, user.id)
  if (isAccepted(removal))
    return <span className="quiet">{isNotYetGone(removal) ? texts.accepted : texts.removed}</span>
  if (isQueued) return <span className="quiet">{queued}</span>
  return <RemoveUser userId={user.id} externalId={user.externalId ?? undefined} isInRow movedAt={movedAt} />
}
