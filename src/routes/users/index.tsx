/** `/users`: users, derived from connections (the API has no list of them), found by anything a person can read out. */

import { createFileRoute } from '@tanstack/react-router'
import { type Search, stringifySearch } from '../../api/search'
import { users } from '../../api/users'
import { isAccepted, removalKey, useRemovals } from '../../changes/removal'
import { DerivedList, DerivedTools, useDerivedRows } from '../../domain/directory/derived-list'
import { DirectoryBar } from '../../domain/directory/directory-bar'
import { userColumns, userRow } from '../../domain/directory/directory-files'
import { byWords, type Finders, findsUser } from '../../domain/directory/directory-search'
import { isWhole } from '../../domain/directory/directory-state'
import type { Entries, UserEntry } from '../../domain/directory/entries'
import { loadDirectory } from '../../domain/directory/load-directory'
import { isEntry, type UserSource, userSummary } from '../../domain/directory/summaries'
import { withSort } from '../../domain/directory/directory-sort'
import { useTeamView } from '../../domain/directory/team-view'
import { type SelectedUser, selectable } from '../../domain/users/selected-users'
import * as texts from '../../domain/users/texts'
import { columns } from '../../domain/users/user-columns'
import { userFilters } from '../../domain/users/user-filters'
import { noun } from '../../domain/users/user-page-texts'
import { UsersBar } from '../../domain/users/users-bar'
import { FilterFields, labelsOf } from '../../lists/filter-fields'
import { useMovedAt } from '../../lists/list'
import { useDrawnRows } from '../../lists/own-pages'
import { useSelected, useSelection } from '../../lists/selection/selection'
import { formatCount } from '../../ui/format'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/users/')({
  validateSearch: withSort(userFilters.search),
  loader: loadDirectory,
  component: UsersPage,
})

const table = {
  id: 'users',
  name: texts.title,
  what: 'user',
  labels: labelsOf(userFilters),
  columns,
  file: { columns: userColumns, row: userRow },
} as const

const finding = {
  among: 'users',
  finders: { q: byWords(findsUser) } satisfies Finders<keyof typeof userFilters.fields, UserEntry>,
  listOf: ({ userList }: Entries) => userList,
  byId: ({ users }: Entries) => users,
} as const

function UsersPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const removals = useRemovals()
  const { view, isOn, team, source } = useTeamView({ list: 'users', what: table.what, search })
  const { list, lookup, isAny } = useDerivedRows(finding, search, !isOn)
  const total = list.found.length
  const isThere = list.isReady || total > 0
  const rows: readonly UserSource[] | undefined = isOn ? view?.rows : isThere ? list.shown : undefined
  const whole = isOn ? view?.isWhole === true : isWhole(list.directory)
  const isMoving = isOn || list.isReady
  const movedAt = useMovedAt(isMoving ? rows?.map(({ id }) => id) : undefined, stringifySearch(search))
  const isStruck = (id: string) => isAccepted(removals[removalKey(users.remove, id)])
  const isWholeUser = (id: string) => whole || lookup.wholeUsers.has(id)
  const selection = useSelection('users', () => (rows ?? []).map(selectable))
  const selected = useSelected<SelectedUser>('users')
  const drawn = useDrawnRows(
    rows,
    (user) => `${user.id} ${isEntry(user) && user.connections.length} ${isWholeUser(user.id)} ${isStruck(user.id)}`,
    (user) => ({
      key: user.id,
      label: user.id,
      row: { user: userSummary(user), isWhole: isWholeUser(user.id), movedAt },
      struck: isStruck(user.id),
    }),
  )
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names
  const shared = { ...table, rows: drawn, selection, active: search, onGo: go, team }
  const bar = <UsersBar selected={selected} onClear={selection.clear} collect={team?.collect(selectable)} />
  const counted = list.isReady && isAny ? (whole ? formatCount(total) : texts.soFar(total)) : undefined

  return (
    <Page
      title={texts.title}
      aside={isOn ? view?.aside : counted}
      beside={(isOn && view?.bar) || <DirectoryBar what={table.what} />}
      actions={<DerivedTools {...table} {...list} selected={selected} one={noun} team={team} />}
    >
      <FilterFields name={texts.filters} filters={userFilters} hint={texts.searchHint} search={search} onGo={go}>
        {view?.order}
      </FilterFields>
      {view?.notice}
      <DerivedList {...shared} {...list} bar={bar} />
      {source}
    </Page>
  )
}
