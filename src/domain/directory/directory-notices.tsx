/** What is said above a list of the team's directory, and in its place where it is empty or comes from elsewhere. */
import { Link } from '@tanstack/react-router'
import type { Search } from '../../api/search'
import type { TeamDirectory } from '../../api/team'
import { goToFirst } from '../../core/texts'
import { type Chip, NoMatch } from '../../ui/filters'
import { cut } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { InsteadOfTeam } from './instead-of-team'
import { MOST_WALKED } from './directory-pages'
import * as texts from './directory-texts'
import type { What } from './texts'

const gaps = ['missing', 'unsure', 'short', 'broken'] as const

interface Props {
  state: TeamDirectory | undefined
  isTooFar: boolean
  active: Search
}

export function TeamNotices({ state, isTooFar, active }: Props) {
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

interface NothingProps {
  chips: readonly Chip[]
  /** The query without them. */
  clear: Search
  /** That nothing matches them. */
  text: string
  what: What
  /** When it was whole last. */
  asOf: string | null
  q: unknown
}

/** Who was connected since the last check is found by the API's own filter. */
export function NothingInTeam({ chips, clear, text, what, asOf, q }: NothingProps) {
  if (chips.length === 0) return <p>{texts.none(what, asOf !== null)}</p>
  return (
    <NoMatch text={text} chips={chips} clear={clear}>
      {typeof q === 'string' &&
        texts.newMissing(
          <Link to="/connections" search={{ 'filter[user.externalId]': q }}>
            {texts.searchConnections(cut(q, 80))}
          </Link>,
        )}
    </NoMatch>
  )
}

/** Why a list is built in this tab though the server has a directory. */
export const InTab = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <InsteadOfTeam error={error} say={texts.inTab} onRetry={onRetry} />
)
