/** The list of deliveries, from the newest on: it moves on while nothing of it is in use. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useDeferredValue, useId, useState } from 'react'
import {
  DELIVERY_SIZES,
  type DeliverySearch,
  flagChoices,
  type Grouping,
  groupings,
  idFields,
  timeFields,
} from '../../api/delivery-search'
import type { Search } from '../../api/search'
import type { TeamDelivery } from '../../api/team-deliveries'
import { setPreference } from '../../core/preferences'
import { carriedIn } from '../../lists/filter-fields'
import { usePreviousData } from '../../lists/list'
import { Button } from '../../ui/button'
import { CursorPager } from '../../ui/cursor-pager'
import { DataTable, type TableRow } from '../../ui/data-table'
import { type Chip, Chips, ChoiceField, Filters, IdentifierField, Nothing } from '../../ui/filters'
import { cut, formatInstant, type Zone } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { later } from '../../ui/later'
import { Page } from '../../ui/page'
import { dateZoneOf, useZone } from '../../ui/time'
import styles from './deliveries.module.css'
import * as texts from './deliveries-texts'
import { deliveryColumns } from './delivery-columns'
import { flagIn, groupIn, groupsOf, isLiveIn, kindIn, questionIn } from './delivery-filters'
import { deliveryList, receiverInfo } from './delivery-queries'
import { useLiveDeliveries } from './live-deliveries'
import { Refused } from './refused'
import { WithoutDeliveries } from './without-deliveries'

const TimeField = later(() => import('../../ui/time-field').then((module) => module.TimeField))
const kindChoices = [['', texts.any], ...Object.entries(texts.kinds)] as const
const flagOptions = [['', texts.any], ...flagChoices.map((one) => [one, texts.flags[one]] as const)] as const
const groupOptions = [['', texts.noGroup], ...groupings.map((one) => [one, texts.groupings[one]] as const)] as const

interface Props {
  search: DeliverySearch
  onGo: (to: Search) => void
}

export function Deliveries({ search, onGo }: Props) {
  const question = questionIn(search)
  const isLive = isLiveIn(search)
  // Where it isn’t live nothing changes by itself.
  const list = useQuery({ ...deliveryList(question), ...(!isLive && { refetchInterval: false }) })
  const page = usePreviousData(list.data)
  const { shown, waiting, show, frame } = useLiveDeliveries(question, isLive, page)
  const rows = useDeferredValue(shown) // a key goes before them
  const { error } = list
  const retry = () => void list.refetch()
  const chips = chipsOf(search, useZone())
  const [isMore, setMore] = useState(false)
  const clear = { ...Object.fromEntries(Object.entries(search).filter(([name]) => !filters.includes(name))) }
  const isOlder = question.before !== undefined
  const choose = (name: string) => (value: string) =>
    onGo({ ...search, [name]: value || undefined, ...(name !== 'group' && { before: undefined }) })
  return (
    <Page
      title={texts.title}
      aside={page && texts.counted(page.count.value, page.count.isExact)}
      actions={
        <>
          {waiting > 0 && (
            <Button size="compact-sm" variant="default" onClick={show} aria-label={texts.showNew(waiting)}>
              {texts.newOnes(waiting)}
            </Button>
          )}
          <Live isOn={isLive} isOlder={isOlder} onSwitch={(on) => onGo({ ...search, live: on ? undefined : 'off' })} />
          <Button size="compact-sm" variant="default" onClick={retry}>
            {texts.refresh}
          </Button>
        </>
      }
    >
      <Filters
        name={texts.filtersName}
        active={chips.length}
        carried={carriedIn(search, [...idFields, 'kind', 'flag', 'group'])}
      >
        {idFields.map((name) => (
          <IdentifierField
            key={name}
            name={name}
            label={texts.fields[name]}
            value={question[name] ?? ''}
            onApply={choose(name)}
          />
        ))}
        <ChoiceField
          name="kind"
          label={texts.kind}
          value={kindIn(search) ?? ''}
          choices={kindChoices}
          onApply={choose('kind')}
        />
        <ChoiceField
          name="flag"
          label={texts.flag}
          value={flagIn(search) ?? ''}
          choices={flagOptions}
          onApply={choose('flag')}
        />
        <ChoiceField
          name="group"
          label={texts.groupBy}
          value={groupIn(search) ?? ''}
          choices={groupOptions}
          onApply={choose('group')}
        />
        <button type="button" className="plain-button" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {isMore ? texts.fewerFilters : texts.moreFilters}
        </button>
        {timeFields.map(
          (name) =>
            (isMore || question[name]) && (
              <TimeField key={name} label={texts.fields[name]} value={question[name] ?? ''} onApply={choose(name)} />
            ),
        )}
      </Filters>
      <Chips chips={chips} clear={clear} />
      {page?.unreadable ? <p role="status">{texts.unreadable(page.unreadable)}</p> : null}
      {error !== null && <WithoutDeliveries error={error} onRetry={retry} isRetrying={list.isFetching} />}
      {page && error !== null && <p className="quiet">{texts.outdated}</p>}
      <div ref={frame}>
        {shown?.length === 0 && list.data ? (
          <Nothing chips={chips} clear={clear} isOlder={isOlder} noMatch={texts.noMatch}>
            <NothingYet />
          </Nothing>
        ) : (
          (page || !error) && (
            <Rows
              rows={rows}
              by={groupIn(search)}
              isBusy={page !== undefined && list.data === undefined && !error}
              expected={Math.min(question.limit, 10)}
            />
          )
        )}
      </div>
      {page && ((shown?.length ?? 0) > 0 || isOlder) && (
        <CursorPager
          one={texts.one}
          many={texts.many}
          shown={shown?.length ?? 0}
          newest={isOlder ? { ...search, before: undefined } : undefined}
          older={page.next === null ? undefined : { ...search, before: String(page.next) }}
          size={question.limit}
          sizes={DELIVERY_SIZES}
          onSize={(size) => {
            setPreference('rowsPerPage', size)
            onGo({ ...search, limit: String(size), before: undefined })
          }}
        />
      )}
      <Refused />
    </Page>
  )
}

const filters: readonly string[] = [...idFields, ...timeFields, 'kind', 'flag', 'before']

function chipsOf(search: DeliverySearch, zone: Zone): Chip[] {
  const question = questionIn(search)
  const chip = (name: string, label: string, value: string | undefined): Chip[] =>
    value === undefined ? [] : [{ name, label, value, without: { ...search, [name]: undefined, before: undefined } }]
  const [kind, flag] = [kindIn(search), flagIn(search)]
  const timeOf = (iso: string | undefined) => iso && formatInstant(Date.parse(iso), dateZoneOf(zone))
  return [
    ...idFields.flatMap((name) => chip(name, texts.fields[name], question[name])),
    ...chip('kind', texts.kind, kind && texts.kinds[kind]),
    ...chip('flag', texts.flag, flag && texts.flags[flag]),
    ...timeFields.flatMap((name) => chip(name, texts.fields[name], timeOf(question[name]))),
  ]
}

/** Of an older page nothing changes. */
function Live({ isOn, isOlder, onSwitch }: { isOn: boolean; isOlder: boolean; onSwitch: (on: boolean) => void }) {
  const id = useId()
  return (
    <span className={styles.live}>
      <input
        translate="no"
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isOlder}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{texts.live}</label>
    </span>
  )
}

interface RowsProps {
  rows: readonly TeamDelivery[] | undefined
  by: Grouping | undefined
  isBusy: boolean
  expected: number
}

const MOST_NAME = 120
const drawn = new WeakMap<TeamDelivery, TableRow<TeamDelivery>>()
/** The same for the same one: what is there is not drawn anew for what has come. */
function rowOf(row: TeamDelivery): TableRow<TeamDelivery> {
  const known = drawn.get(row) ?? { key: String(row.id), row }
  drawn.set(row, known)
  return known
}

const Rows = memo(function Rows({ rows, by, ...given }: RowsProps) {
  if (!by || !rows) return <DataTable name={texts.title} columns={deliveryColumns} rows={rows?.map(rowOf)} {...given} />
  return groupsOf(rows, by).map(({ key, rows: own }) => {
    const name = key === undefined ? texts.withoutGroup : cut(key, MOST_NAME)
    return (
      <section key={key ?? ''} className={styles.group} aria-label={name}>
        <h2>{texts.groupOf(name, own.length)}</h2>
        <DataTable name={`${texts.title}: ${name}`} columns={deliveryColumns} rows={own.map(rowOf)} {...given} />
      </section>
    )
  })
})

/** What it is that would be here. */
function NothingYet() {
  const { data } = useQuery(receiverInfo)
  return (
    <div className="stack">
      <p>{texts.nothing}</p>
      <p className="quiet">{texts.howTo}</p>
      {data?.url && (
        <p>
          {texts.callback} <code translate="no">{data.url}</code>
          <CopyButton text={data.url} what={texts.callback} />
        </p>
      )}
      <p>
        <Link to="/webhooks">{texts.webhooks}</Link>
      </p>
    </div>
  )
}
