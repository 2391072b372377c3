/** The history of subscriptions as a table: who created, saw and removed which. */

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { consoleKey } from '../../api/console/endpoint'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { explain } from '../../api/errors'
import type { Search } from '../../api/search'
import { subscriptionFilters, type TeamSubscriptionFilter, teamSubscriptionFilters } from '../../api/subscriptions'
import { carriedIn, labelsOf } from '../../lists/filter-fields'
import { useMovedAt } from '../../lists/list'
import { shownOf } from '../../requests/failure'
import { useHints } from '../../requests/use-hints'
import { Button } from '../../ui/button'
import { type Chip, Chips, ChoiceField, Filters, NoMatch, SearchField } from '../../ui/filters'
import { cut } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { Notice } from '../../ui/notice'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { useNow } from '../../ui/use-now'
import { type HistoryEntry, type HistoryQuestion, historyStates } from './history-entries'
import { useHistory } from './history-queries'
import { cellsOf } from './history-row'
import * as texts from './history-texts'
import { HistoryTools } from './history-tools'
import { isListOn } from './list-extension'
import * as shared from './shared-texts'
import * as common from './texts'

/** How often states are checked for their age, in ms. */
const AGES_MS = 5_000
/** Refetched when the server says that it has changed. */
const HINTED = [consoleKey(subscriptionHistory.list)]

const stateNames: Readonly<Record<string, string>> = { ...common.states, there: texts.there }
const choices = [
  ['', texts.anyState],
  ...[...historyStates, 'there' as const].map((state) => [state, stateNames[state]] as const),
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

/** The filters in the address. */
function questionIn(search: Search): HistoryQuestion {
  const [webhook, user, vehicle] = ids.map((name) => textOf(search, name))
  return { webhook, user, vehicle, state: stateIn(search), q: textOf(search, 'q') }
}

/** Each active filter as a chip. If the provider has a list, its own filters are chips there. */
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
  /** The table's name: that of the page, unless the provider has a list of its own. */
  name: string
}

export function HistoryTable({ name }: Props) {
  const search: Search = useSearch({ strict: false })
  const question = useMemo(() => questionIn(search), [search])
  const { entries, count, hasMore, isBusy, more, error, retry } = useHistory(question)
  const navigate = useNavigate()
  useHints('subscriptions', HINTED)
  const { chips, clear } = chipsOf(search)
  const go = (to: Search) => void navigate({ to: '.', search: to as never, resetScroll: false }) // the route's own names
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{texts.title(entries && count)}</h2>
      <p className="quiet">
        {texts.means} <Hint about={texts.hintAbout}>{texts.hint}</Hint>
      </p>
      <div className="row">
        <Filters name={texts.filters} active={chips.length} carried={carriedIn(search, ['q', 'state'])}>
          <SearchField
            name="q"
            label={texts.search}
            hint={texts.searchHint}
            value={question.q ?? ''}
            onApply={(q) => go({ ...search, q: q || undefined })}
          />
          <ChoiceField
            name="state"
            label={texts.state}
            value={question.state ?? ''}
            choices={choices}
            onApply={(state) => go({ ...search, state: state || undefined })}
          />
        </Filters>
        {count > 0 && <HistoryTools question={question} />}
      </div>
      <Chips chips={chips} clear={clear} />
      {entries === undefined ? (
        error === undefined ? (
          <p role="status">{texts.loading}</p>
        ) : (
          <Away error={error} onRetry={retry} isRetrying={isBusy} />
        )
      ) : entries.length > 0 ? (
        <Rows name={name} entries={entries} page={JSON.stringify(question)} isBusy={isBusy} />
      ) : chips.length > 0 ? (
        <NoMatch text={texts.noMatch} chips={chips} clear={clear} />
      ) : (
        <p>{texts.nothing}</p>
      )}
      {hasMore && (
        <div>
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={more}>
            {texts.showMore}
          </Button>
        </div>
      )}
      {entries !== undefined && error !== undefined && (
        <p role="alert">
          {texts.couldNotLoad} {shownOf(error).title}
        </p>
      )}
    </section>
  )
}

interface AwayProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** The history can't be read, and everything else on the page works. */
function Away({ error, onRetry, isRetrying }: AwayProps) {
  const { title, detail } = explain(error)
  return (
    <Notice
      tone="amber"
      actions={
        <Button size="compact-sm" variant="default" loading={isRetrying} onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      }
    >
      {texts.away(cut(detail ?? title, 200))}
    </Notice>
  )
}

interface RowsProps extends Props {
  entries: readonly HistoryEntry[]
  /** Identifies the filters. */
  page: string
  isBusy: boolean
}

function Rows({ name, entries, page, isBusy }: RowsProps) {
  const now = useNow(AGES_MS, (at) => at - (at % AGES_MS)) // an accepted entry ages to "ID unknown"
  const movedAt = useMovedAt(
    entries.map(({ key }) => key),
    page,
  )
  return (
    <div aria-busy={isBusy}>
      <PlainTable
        name={name}
        headers={[
          common.subscriptionColumn,
          texts.state,
          shared.webhook,
          shared.user,
          shared.vehicle,
          texts.addedColumn,
          texts.updatedColumn,
          common.actionsColumn,
        ]}
      >
        <tbody>
          {entries.map((entry) => (
            <PlainRow key={entry.key} cells={cellsOf(entry, now, movedAt)} />
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
