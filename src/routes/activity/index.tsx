/** `/activity`: the server's record of every change and vehicle read. */

import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { DEFAULT_RECORDS, maySeeActivity } from '../../api/activity'
import { ActivitySearch } from '../../api/activity-search'
import type { PageConfig } from '../../api/config'
import type { Search } from '../../api/search'
import { useConfig } from '../../core/config'
import { setPreference } from '../../core/preferences'
import { activityQuery, keyOf, recordedOperations } from '../../domain/activity/activity'
import styles from '../../domain/activity/activity.module.css'
import { chipsOf, type FilterName, hosts, kinds, outcomes, withoutFilters } from '../../domain/activity/activity-chips'
import { columns } from '../../domain/activity/activity-columns'
import { NoPage, NotAllowed, Nothing } from '../../domain/activity/activity-states'
import * as texts from '../../domain/activity/texts'
import { useShownColumns } from '../../lists/columns'
import { carriedIn } from '../../lists/filter-fields'
import { usePreviousData } from '../../lists/list'
import { ListTools } from '../../lists/list-tools'
import { Button } from '../../ui/button'
import { CursorPager } from '../../ui/cursor-pager'
import { DataTable } from '../../ui/data-table'
import { Chips, ChoiceField, Filters, IdentifierField, SearchField } from '../../ui/filters'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { RawJson } from '../../ui/raw-json'
import { rowKeys } from '../../ui/row-keys'
import { useZone } from '../../ui/time'

/** Loaded when it is opened. */
const TakeAway = later(() => import('../../domain/activity/export-activity').then((module) => module.TakeAway))

const Source = later(() => import('../../domain/activity/record-source').then((module) => module.RecordSource))

/** A page that was opened from another site does not know who is signed in: the server does, and is asked. */
const mayAsk = (config: PageConfig): boolean => config.operator === null || maySeeActivity(config, config.operator)

export const Route = createFileRoute('/activity/')({
  validateSearch: ActivitySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, preload }) => {
    if (preload || import.meta.env.SSR || !mayAsk(context.config)) return
    // Comes with the page: what reads the record is part of no other page's first load.
    import('../../domain/activity/activity')
      .then((tools) => context.queryClient.prefetchQuery(tools.activityQuery(deps)))
      .catch(() => undefined) // the page imports it too, and says what is wrong
  },
  component: ActivityPage,
})

const SIZES = [25, 50, 100, 200]
const TimeField = later(() => import('../../ui/time-field').then((module) => module.TimeField))
/** Fields that are always rendered. */
const usualFilters: readonly FilterName[] = ['operation', 'operator', 'outcome', 'status', 'text']
/** Behind a button, so that the others have one line. */
const rareFilters: readonly FilterName[] = ['kind', 'host', 'since', 'until']
const operations = [['', texts.any] as const, ...recordedOperations]

function ActivityPage() {
  const config = useConfig()
  if (mayAsk(config)) return <Records />
  return (
    <Page title={texts.title}>
      <NotAllowed why={texts.otherRole(config.operator?.role)} />
    </Page>
  )
}

function Records() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const zone = useZone()
  const list = useQuery(activityQuery(search))
  const page = usePreviousData(list.data)
  const shownColumns = useShownColumns('activity', columns)
  const chips = chipsOf(search, zone)
  const size = Number(search.limit ?? DEFAULT_RECORDS)
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names
  const field = (name: FilterName) => ({
    label: texts.filterLabels[name],
    name,
    value: search[name] ?? '',
    onApply: (value: string) => go({ ...search, [name]: value || undefined, before: undefined }),
  })
  // What an address has set stays seen, and where it is unset again.
  const [isMore, setMore] = useState(() => rareFilters.some((name) => search[name] !== undefined))
  const isShown = (name: FilterName) => isMore || search[name] !== undefined
  // Fields of times need the script, so that their values are carried.
  const rendered = [
    ...usualFilters,
    ...rareFilters.filter((name) => (name === 'kind' || name === 'host') && isShown(name)),
  ]
  const operation = field('operation')
  const isKnown = operations.some(([one]) => one === operation.value)
  const keys = rowKeys((page?.rows ?? []).map(({ record }) => keyOf(record)))
  const isNothing = list.data !== undefined && list.data.rows.length + list.data.broken.length === 0
  return (
    <Page
      title={texts.title}
      beside={<div className={styles.source}>{page?.source && <Source source={page.source} />}</div>}
      actions={
        <>
          <ListTools list="activity" columns={columns}>
            {page && !isNothing && <TakeAway search={search} rows={page.rows} />}
          </ListTools>
          <Button size="compact-sm" variant="default" onClick={() => void list.refetch()}>
            {texts.refresh}
          </Button>
        </>
      }
    >
      <Filters name={texts.filters} active={chips.length} carried={carriedIn(search, rendered)}>
        <ChoiceField
          {...operation}
          choices={isKnown ? operations : [...operations, [operation.value, operation.value]]}
        />
        <IdentifierField {...field('operator')} isFreeText hint={texts.operatorHint} />
        <ChoiceField {...field('outcome')} choices={outcomes} />
        <IdentifierField {...field('status')} hint={texts.statusHint} />
        <SearchField {...field('text')} hint={texts.textHint} />
        <button type="button" className="plain-button" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {isMore ? texts.fewerFilters : texts.moreFilters}
        </button>
        {isShown('kind') && <ChoiceField {...field('kind')} choices={kinds} />}
        {isShown('host') && <ChoiceField {...field('host')} choices={hosts} />}
        {isShown('since') && <TimeField {...field('since')} />}
        {isShown('until') && <TimeField {...field('until')} />}
      </Filters>
      <Chips chips={chips} clear={withoutFilters(search)} />
      {list.error && <NoPage error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />}
      {page?.source?.problem && <Notice tone="danger">{page.source.problem}</Notice>}
      {page && page.skipped > 0 && <Notice tone="amber">{texts.skipped(page.skipped)}</Notice>}
      {isNothing ? (
        <Nothing
          chips={chips}
          clear={withoutFilters(search)}
          isOlder={search.before !== undefined}
          hasMore={list.data?.next !== undefined}
        />
      ) : (
        (page || !list.error) && (
          <DataTable
            name={texts.title}
            columns={shownColumns}
            expected={Math.min(size, DEFAULT_RECORDS)}
            isBusy={list.isFetching && page !== undefined}
            rows={page?.rows.map(({ record }, index) => ({ key: keys[index] ?? String(index), row: record }))}
            broken={page?.broken.map((raw, index) => ({
              key: `broken ${index}`,
              text: texts.broken,
              raw,
            }))}
          />
        )
      )}
      {page && <RawJson raw={page.raw} what={texts.rawName} />}
      {page && (
        <CursorPager
          one={texts.one}
          shown={page.rows.length}
          newest={search.before === undefined ? undefined : { ...search, before: undefined }}
          older={page.next === undefined ? undefined : { ...search, before: page.next }}
          size={size}
          sizes={SIZES}
          onSize={(limit) => {
            setPreference('rowsPerPage', limit)
            go({ ...search, limit: String(limit) })
          }}
        />
      )}
    </Page>
  )
}
