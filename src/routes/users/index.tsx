/** `/users`: users, derived from connections (the API has no list of them), found by anything a person can read out. */

import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Search, stringifySearch } from '../../api/search'
import { users } from '../../api/users'
import { useOpenDirectory } from '../../tools/directory/bar'
import { DerivedList } from '../../tools/directory/derived-list'
import { isWhole } from '../../tools/directory/directory'
import { isPresent, type UserEntry } from '../../tools/directory/entries'
import { localPages, userColumns, userRow } from '../../tools/directory/files'
import { useLookup } from '../../tools/directory/lookup'
import { findsUser, useFound, wordsOf } from '../../tools/directory/search'
import { useMovedAt } from '../../tools/list'
import { shownOf, useDrawnRows } from '../../tools/own-pages'
import { isAccepted, removalKey, useRemovals } from '../../tools/removal'
import { useSelection } from '../../tools/selection/selection'
import { Filters, SearchField } from '../../ui/filters'
import { formatCount } from '../../ui/format'
import { Page } from '../../ui/page'
import { columns } from './-columns'
import { UserSearch } from './-search'
import * as texts from './-texts'
import { type SelectedUser, selectable, UsersBar } from './-users-bar'

export const Route = createFileRoute('/users/')({
  validateSearch: UserSearch,
  loader: ({ context, preload }) => {
    if (preload) return
    // Its code comes with the page's own: nothing of it is part of another page's first load.
    void import('../../tools/directory/directory').then(({ openDirectory }) => openDirectory(context.queryClient))
  },
  component: UsersPage,
})

const filterLabels = { q: texts.search }

function UsersPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const directory = useOpenDirectory()
  const removals = useRemovals()
  const question = search.q ?? ''
  const words = useMemo(() => wordsOf(question), [question])
  const finds = useCallback((user: UserEntry) => findsUser(user, words), [words])
  const found = useFound(directory, directory.entries.userList, question, finds)
  const lookup = useLookup(question, 'users')
  const { entries, wholeUsers } = lookup
  const asked = useMemo(() => entries.userList.filter(isPresent), [entries])
  // What the service found stands first; the directory's rows follow, but for those.
  const shown = useMemo(
    () =>
      asked.length === 0 ? found.matches : [...asked, ...found.matches.filter(({ id }) => !entries.users.has(id))],
    [asked, entries, found],
  )
  const total = shown.length
  const rows = shownOf(shown, search)
  const whole = isWhole(directory)
  const isReady = directory.phase === 'open' && !found.isFirst
  const movedAt = useMovedAt(isReady ? rows.map(({ id }) => id) : undefined, stringifySearch(search))
  const isStruck = (id: string) => isAccepted(removals[removalKey(users.remove, id)])
  const isWholeUser = (id: string) => whole || wholeUsers.has(id)
  const selection = useSelection<SelectedUser>('users', rows.map(selectable))
  const drawn = useDrawnRows(
    isReady || total > 0 ? rows : undefined,
    ({ id, connections }) => `${id} ${connections.length} ${isWholeUser(id)} ${isStruck(id)}`,
    (user) => ({
      key: user.id,
      label: user.id,
      row: { user, isWhole: isWholeUser(user.id), movedAt },
      struck: isStruck(user.id),
    }),
  )
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names

  return (
    <Page
      title={texts.title}
      aside={isReady && question === '' ? (whole ? formatCount(total) : texts.soFar(total)) : undefined}
    >
      <Filters name={texts.filters}>
        <SearchField
          label={texts.search}
          value={question}
          hint={texts.searchHint}
          onApply={(q) => go({ ...search, q: q || undefined, page: undefined })}
        />
      </Filters>
      <UsersBar selected={selection.selected} onClear={selection.clear} />
      <DerivedList
        name={texts.title}
        what="user"
        directory={directory}
        labels={filterLabels}
        asked={{ text: question, lookup, count: asked.length }}
        isReady={isReady}
        isScanning={found.isScanning}
        columns={columns}
        rows={drawn}
        selection={selection}
        file={{
          columns: Object.keys(userColumns),
          page: () => rows.filter(isPresent).map(userRow),
          pages: () => localPages(shown.filter(isPresent), userRow),
        }}
        total={total}
        shown={rows.length}
        active={search}
        onGo={go}
      />
    </Page>
  )
}
