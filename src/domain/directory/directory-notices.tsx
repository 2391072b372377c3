/** Notices above a list of the directory, and what is in its place if nothing was found. */
import { Link } from '@tanstack/react-router'
import { isUnauthorized } from '../../api/errors'
import type { Search } from '../../api/search'
import type { TeamDirectory } from '../../api/team'
import { goToFirst } from '../../core/texts'
import { type Chip, NoMatch } from '../../ui/filters'
import { cut } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { MOST_WALKED } from './directory-pages'
import type { DirectoryListName } from './directory-rows'
import * as texts from './directory-texts'
import { Unavailable } from './unavailable'
import type { DirectoryList } from './use-directory-list'

const gaps = ['missing', 'unsure', 'short', 'broken'] as const

interface Props {
  state: TeamDirectory | undefined
  isTooFar: boolean
  active: Search
}

export function DirectoryNotices({ state, isTooFar, active }: Props) {
  const remarks = state?.crawl.remarks
  return (
    <>
      {gaps.map((gap) => {
        const count = remarks?.[gap] ?? 0
        return (
          count > 0 && (
            <Notice key={gap} tone="amber">
              {texts.remarks[gap](count)}
            </Notice>
          )
        )
      })}
      {isTooFar && (
        <Notice
          tone="amber"
          actions={
            <Link to="." search={{ ...active, page: undefined } as never /* the route's own names */}>
              {goToFirst}
            </Link>
          }
        >
          {texts.tooFar(MOST_WALKED)}
        </Notice>
      )}
    </>
  )
}

/** Why the directory can't be read, and what works without it. Without a token the provider's own refusal says more. */
export function Away({ list: { away, error, retry } }: { list: DirectoryList<DirectoryListName> }) {
  if (away === undefined || isUnauthorized(error)) return null
  return <Unavailable error={away} describe={texts.newestOnly} onRetry={retry} />
}

interface NothingProps {
  chips: readonly Chip[]
  /** The query without them. */
  clear: Search
  what: texts.What
  list: DirectoryList<DirectoryListName>
}

export function NothingFound({ chips, clear, what, list: { isComplete, isNewest, search } }: NothingProps) {
  if (chips.length === 0) return <p>{texts.none(what, isComplete)}</p>
  const { q } = search
  return (
    <NoMatch text={(isComplete ? texts.noMatch : texts.noMatchSoFar)(chips, what)} chips={chips} clear={clear}>
      {/* What was connected since the last check is found by the API's own filter. */}
      {isComplete &&
        !isNewest &&
        typeof q === 'string' &&
        texts.newMissing(
          <Link to="/connections" search={{ 'filter[user.externalId]': q }}>
            {texts.searchConnections(cut(q, 80))}
          </Link>,
        )}
    </NoMatch>
  )
}
