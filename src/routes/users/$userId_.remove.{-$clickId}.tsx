/** `/users/$userId/remove`: the question before a user is removed; below it, the outcome of a click. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { connections } from '../../api/connections'
import { pagingOf } from '../../api/json-api'
import { RemovalSearch } from '../../api/removal-page'
import { isThereQuery, RemovalPages } from '../../changes/removal-page'
import { CountForm } from '../../domain/users/count-form'
import * as sheet from '../../domain/users/impact-sheet-texts'
import * as texts from '../../domain/users/user-page-texts'
import { load } from '../../requests/ahead'

/** The API has no read of a user: they are there as long as a connection of theirs is listed. */
const isThere = (userId: string, check: string | undefined) =>
  isThereQuery(
    connections.list,
    { query: { 'filter[userId]': userId, 'page[size]': '1' } },
    check,
    ({ value }) => (pagingOf(value).totalCount ?? value.data?.length ?? 0) > 0,
  )

export const Route = createFileRoute('/users/$userId_/remove/{-$clickId}')({
  validateSearch: RemovalSearch,
  loaderDeps: ({ search }) => search,
  loader: (at) => {
    if (at.context.config.removal?.outcome && at.deps.check) load(at, isThere(at.params.userId, at.deps.check))
  },
  component: RemoveUserPage,
})

function RemoveUserPage() {
  const { userId } = Route.useParams()
  const { removal } = Route.useRouteContext().config
  const search = Route.useSearch()
  const check = removal?.outcome && search.check
  const { live, simulated, isCounted } = removal?.counts ?? {}
  const total = isCounted && live != null && simulated != null ? live + simulated : undefined
  const found = useQuery(isThere(userId, check))
  return (
    <RemovalPages
      removal={removal}
      noun={texts.noun}
      id={userId}
      trail={<Link to="/users">{texts.list}</Link>}
      cancel={(text) => (
        <Link to="/users/$userId" params={{ userId }}>
          {text}
        </Link>
      )}
      verb={total === undefined ? sheet.remove : sheet.removeWith(total)}
      found={found}
      check={check}
    >
      <p>
        <strong>{sheet.title}</strong>
      </p>
      <p>
        {sheet.goesWith} {sheet.noUndo}
      </p>
      {removal && <CountForm removal={removal} />}
    </RemovalPages>
  )
}
