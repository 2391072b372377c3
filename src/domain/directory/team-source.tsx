/** Asks the team's directory for what a page shows, and says what there is to see; draws nothing in its own place. */
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { ChoiceField } from '../../ui/filters'
import { TeamBar } from './team-bar'
import { collectFrom } from './directory-collect'
import { InTab, NothingInTeam, TeamNotices } from './directory-notices'
import { MOST_WALKED } from './directory-pages'
import type { TeamSourceProps, TeamView } from './team-parts'
import { questionOf, useTeam, useTeamRows } from './directory-queries'
import { summaryOf } from './team-summaries'
import * as texts from './directory-texts'

export function TeamSource({ list, what, search, page, onView }: TeamSourceProps) {
  const team = useTeam()
  const listed = useTeamRows(list, search, page, team)
  const navigate = useNavigate()
  const { isOn, state, isOld, why, retry } = team
  const { page: came, isBusy } = listed
  const sent = came?.piece?.rows
  const rows = useMemo(() => came && (sent ?? []).map(summaryOf), [came, sent])
  const view = useMemo((): TeamView<never> => {
    const { count, hasNext } = listed
    const isWhole = state?.asOf !== null
    const total = count?.value ?? 0
    const shown = rows?.length ?? 0
    const isTooFar = came?.isTooFar ?? false
    const { q } = search
    const goSorted = (sort: string) => {
      const to = { ...search, sort: sort || undefined, page: undefined }
      void navigate({ to: '.', search: to as never }) // the route's own names
    }
    return {
      ...{ isOn, isWhole, isBusy, isThere: shown > 0 },
      rows: rows as TeamView<never>['rows'], // the list's own
      aside: count && (isWhole ? texts.count(count.value, count.isExact) : texts.soFar(count.value)),
      makes: state?.makes,
      bar: state && <TeamBar state={state} isOld={isOld} what={what} />,
      order: isOn && (
        <ChoiceField label={texts.sort} value={String(search.sort ?? '')} choices={texts.sorts} onApply={goSorted} />
      ),
      notice: why !== undefined && <InTab error={why} onRetry={retry} />,
      notices: <TeamNotices state={state} isTooFar={isTooFar} active={search} />,
      nothing:
        came !== undefined && !isTooFar && total === 0 && shown === 0
          ? (about) => <NothingInTeam {...about} what={what} asOf={state?.asOf ?? null} q={q} />
          : undefined,
      pager: { total, shown, reach: { isLeast: count?.isExact === false, hasNext, most: MOST_WALKED } },
      collect: (asItem) =>
        isOn && count && shown > 0 ? collectFrom(list, questionOf(search), count, asItem) : undefined,
      file: (asRow) => ({
        page: (rows ?? []).map(asRow),
        total: count?.isExact ? count.value : undefined,
        facts: { derivedFrom: texts.derivedFrom, asOf: state?.asOf ?? texts.notYetWhole },
        pages: () => piecesOf(list, questionOf(search), asRow),
        draft: { operation: `GET /team/${list}`, with: { query: questionOf(search) } },
      }),
    }
    // What `listed` holds besides follows from its page.
  }, [list, what, search, isOn, state, isOld, why, came, isBusy, rows])
  useLayoutEffect(() => onView(view), [onView, view])
  return null
}
