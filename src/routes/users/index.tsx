/** `/users`: users, derived from connections (the API has no list of them), found by anything a person can read out. */
import { createFileRoute } from '@tanstack/react-router'
import { userFilters } from '../../api/directory-search'
import { type Search, stringifySearch } from '../../api/search'
import type { TeamUser } from '../../api/team'
import { users } from '../../api/users'
import { isAccepted, removalKey, useRemovals } from '../../changes/removal'
import { userColumns, userRow } from '../../domain/directory/directory-files'
import {
  collectAll,
  countBeside,
  DirectoryList,
  DirectorySort,
  DirectorySource,
  DirectoryTools,
  hasOrder,
  ORDER,
} from '../../domain/directory/directory-list'
import { loadDirectory } from '../../domain/directory/load-directory'
import { useDirectoryList } from '../../domain/directory/use-directory-list'
import * as texts from '../../domain/users/texts'
import { columns } from '../../domain/users/user-columns'
import { noun } from '../../domain/users/user-page-texts'
import { UsersBar } from '../../domain/users/users-bar'
import { FilterFields, labelsOf } from '../../lists/filter-fields'
import { useMovedAt } from '../../lists/list'
import { useDrawnRows } from '../../lists/own-pages'
import { useSelected, useSelection } from '../../lists/selection/selection'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/users/')({
  validateSearch: userFilters.search,
  loaderDeps: ({ search }) => search,
  loader: (at) => loadDirectory(at, 'users', at.deps),
  codeSplitGroupings: [['component', 'loader']], // the loader's queries aren't in the first load of other pages
  component: UsersPage,
})

const labels = labelsOf(userFilters)
const file = { columns: userColumns, row: userRow }

function UsersPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const removals = useRemovals()
  const list = useDirectoryList('users', search)
  const { rows, isWhole } = list
  const movedAt = useMovedAt(
    rows?.map(({ id }) => id),
    stringifySearch(search),
  )
  const isCrossedOut = (id: string) => isAccepted(removals[removalKey(users.remove, id)])
  const selection = useSelection('users', () => (rows ?? []).map((row) => [row.id, row]))
  const selected = useSelected<TeamUser>('users')
  const rendered = useDrawnRows(
    rows,
    (user) => `${user.id} ${isWhole(user.id)} ${isCrossedOut(user.id)}`,
    (user) => ({
      key: user.id,
      label: user.id,
      row: { user, isWhole: isWhole(user.id), movedAt },
      isCrossedOut: isCrossedOut(user.id),
    }),
  )
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names

  return (
    <Page
      title={texts.title}
      aside={countBeside(list)}
      beside={<DirectorySource list={list} what="user" />}
      actions={
        <DirectoryTools list={list} labels={labels} columns={columns} file={file} selected={selected} one={noun} />
      }
    >
      <FilterFields
        name={texts.filters}
        filters={userFilters}
        hint={texts.searchHint}
        search={search}
        more={hasOrder(list) ? [ORDER] : []}
        onGo={go}
      >
        <DirectorySort list={list} onGo={go} />
      </FilterFields>
      <DirectoryList
        list={list}
        name={texts.title}
        what="user"
        labels={labels}
        columns={columns}
        rows={rendered}
        selection={selection}
        bar={<UsersBar selected={selected} onClear={selection.clear} collect={collectAll(list)} />}
        onGo={go}
      />
    </Page>
  )
}
