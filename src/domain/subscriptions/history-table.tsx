/** The team's history of subscriptions as a table: who created, saw and removed which, merged with what this tab knows. */

import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Search } from '../../api/search'
import { subscriptionFilters } from '../../api/subscriptions'
import { type TeamSubscriptionFilter, teamSubscriptionFilters } from '../../api/team-subscriptions'
import { labelsOf } from '../../lists/filter-fields'
import { useMovedAt } from '../../lists/list'
import { shownOf } from '../../requests/failure'
import { Button } from '../../ui/button'
import { type Chip, Chips, ChoiceField, Filters, NoMatch, SearchField } from '../../ui/filters'
import { cut } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { later } from '../../ui/later'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { useNow } from '../../ui/use-now'
import { InsteadOfTeam } from '../directory/instead-of-team'
import { type TeamHistory, useTeamHistory } from './history-queries'
import type { HistoryQuestion, HistoryRow } from './history-entries'
import { inOrder, ledgerStates, useLedger } from './ledger'
import type { cellsOf } from './history-row'
import { isListOn } from './list-extension'
import * as shared from './shared-texts'
import * as texts from './history-texts'
import { HistoryTools } from './history-tools'
import { tellAgain } from './tell-history'
import * as own from './texts'
import { When } from './when'

const Elsewhere = later(() => import('./ledger-elsewhere-notice').then((module) => module.Elsewhere))
/** How often it is checked whether a state has aged, in ms. */
const AGES_MS = 5_000

const stateNames: Readonly<Record<string, string>> = { ...own.states, there: texts.there }
const choices = [
  ['', own.anyState],
  ...[...ledgerStates, 'there' as const].map((state) => [state, stateNames[state]] as const),
] as [string, string][] // each of them has a name
const labels: Readonly<Record<string, string>> = {
  q: texts.search,
  state: texts.state,
  ...labelsOf(subscriptionFilters),
}
const ids = ['filter[webhookId]', 'filter[userId]', 'filter[vehicleId]'] as const

const textOf = (search: Search, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
const stateIn = (search: Search): TeamSubscriptionFilter | undefined =>
  teamSubscriptionFilters.find((state) => state === search.state)

/** What the address asks for. */
function questionOf(search: Search): HistoryQuestion {
  const [webhook, user, vehicle] = ids.map((name) => textOf(search, name))
  return { webhook, user, vehicle, state: stateIn(search), q: textOf(search, 'q') }
}

/** What is in force, each as a chip; where the provider has a list, its own filters are chips there. */
function chipsOf(search: Search): { chips: Chip[]; clear: Search } {
  const names = [...(isListOn() ? [] : ids), 'state', 'q']
  const chips = names.flatMap((name): Chip[] => {
    const value = name === 'state' ? stateIn(search) : textOf(search, name)
    if (value === undefined) return []
    const shown = name === 'state' ? (stateNames[value] ?? value) : value
    return [{ name, label: labels[name] ?? name, value: cut(shown, 80), without: { ...search, [name]: undefined } }]
  })
  return { chips, clear: { ...search, ...Object.fromEntries(names.map((name) => [name, undefined])) } }
}

interface Props {
  /** The table's name: that of the page, where the service has no list of its own. */
  name: string
  /** This browser's history, where the team's can't be had. */
  own: ReactNode
  cellsOf: typeof cellsOf
}

export function TeamTable({ name, own, cellsOf }: Props) {
  const search: Search = useSearch({ strict: false })
  const question = useMemo(() => questionOf(search), [search])
  const history = useTeamHistory(question)
  if (!history.isOn)
    return (
      <>
        {history.why !== undefined && (
          <InsteadOfTeam error={history.why} say={texts.inBrowser} onRetry={history.retry} />
        )}
        {own}
      </>
    )
  return <Shown name={name} search={search} question={question} history={history} cellsOf={cellsOf} />
}

interface ShownProps extends Omit<Props, 'own'> {
  search: Search
  question: HistoryQuestion
  history: TeamHistory
}

function Shown({ name, search, question, history, cellsOf }: ShownProps) {
  const { rows, count, hasMore, isBusy, more, error } = history
  const navigate = useNavigate()
  const ownCount = inOrder(useLedger()).length
  const { chips, clear } = chipsOf(search)
  const go = (to: Search) => void navigate({ to: '.', search: to as never, resetScroll: false }) // the route's own names
  // Before the first is created: a file that fails to come while a change is in progress fails for every later part, too.
  useEffect(() => void Elsewhere.fetch(), [])
  return (
    <section className="stack" aria-labelledby="ledger">
      <h2 id="ledger">{texts.title(rows && count)}</h2>
      <p className="quiet">
        {texts.means} <Hint about={texts.hintAbout}>{texts.hint}</Hint>
      </p>
      <div className="row">
        <Filters name={texts.filters} active={chips.length}>
          <SearchField
            label={texts.search}
            hint={texts.searchHint}
            value={question.q ?? ''}
            onApply={(q) => go({ ...search, q: q || undefined })}
          />
          <ChoiceField
            label={texts.state}
            value={question.state ?? ''}
            choices={choices}
            onApply={(state) => go({ ...search, state: state || undefined })}
          />
        </Filters>
        <HistoryTools question={question} isThere={count > 0} ownCount={ownCount} />
      </div>
      <Chips chips={chips} clear={clear} />
      {rows === undefined ? (
        <p role="status">{texts.loading}</p>
      ) : rows.length > 0 ? (
        <Rows name={name} rows={rows} page={JSON.stringify(question)} isBusy={isBusy} cellsOf={cellsOf} />
      ) : chips.length > 0 ? (
        <NoMatch text={texts.noMatch} chips={chips} clear={clear} />
      ) : (
        <p>{own.nothing}</p>
      )}
      {hasMore && (
        <div>
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={more}>
            {texts.showMore}
          </Button>
        </div>
      )}
      {error !== undefined && (
        <p role="alert">
          {texts.couldNotLoad} {shownOf(error).title}
        </p>
      )}
      <Elsewhere onMoved={tellAgain} />
    </section>
  )
}

interface RowsProps extends Omit<Props, 'own'> {
  rows: readonly HistoryRow[]
  /** What they are the rows of. */
  page: string
  isBusy: boolean
}

function Rows({ name, rows, page, isBusy, cellsOf }: RowsProps) {
  const now = useNow(AGES_MS, (at) => at - (at % AGES_MS)) // states age by themselves
  const movedAt = useMovedAt(
    rows.map(({ key }) => key),
    page,
  )
  return (
    <div aria-busy={isBusy}>
      <PlainTable
        name={name}
        headers={[
          own.subscriptionColumn,
          own.stateColumn,
          shared.webhook,
          shared.user,
          shared.vehicle,
          texts.addedColumn,
          texts.updatedColumn,
          own.actionsColumn,
        ]}
      >
        <tbody>
          {rows.map(({ key, entry, by, sinceBy }) => (
            <PlainRow
              key={key}
              cells={cellsOf(entry, now, movedAt, [
                <When key="since" at={entry.since} by={sinceBy} />,
                <When key="at" at={entry.at} by={by} />,
              ])}
            />
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
