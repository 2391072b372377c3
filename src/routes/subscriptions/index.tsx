/** `/subscriptions`: create one, find one, and the history of the others (interface 4.3). */

import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect } from 'react'
import { query } from '../../api/client'
import type { Search } from '../../api/search'
import { subscriptionColumns } from '../../api/subscription-columns'
import {
  SUBSCRIPTIONS_DEFAULT_PAGE_SIZE,
  type SubscriptionSearch,
  subscriptionFilters,
  subscriptions,
} from '../../api/subscriptions'
import { users } from '../../api/users'
import { Removals } from '../../changes/removal-notices-later'
import { FindSubscription } from '../../domain/subscriptions/find-subscription'
import { isListOn } from '../../domain/subscriptions/list-extension'
import { NewSubscription } from '../../domain/subscriptions/new-subscription'
import { type SelectedSubscription, selectable } from '../../domain/subscriptions/selected-subscriptions'
import { noteListError, type SubscriptionRow, useSubscriptionList } from '../../domain/subscriptions/service-own-list'
import { columns } from '../../domain/subscriptions/subscription-columns'
import * as texts from '../../domain/subscriptions/texts'
import { ANY_NUMBER } from '../../lists/envelope'
import { FilterFields, labelsOf } from '../../lists/filter-fields'
import { useLeave, usePreviousData } from '../../lists/list'
import { useSelected, useSelection } from '../../lists/selection/selection'
import { SelectionBar } from '../../lists/selection/selection-bar-later'
import { MOST_WHOLE, rowsOf, useListFile } from '../../lists/service-list/list-file'
import { listOnScreen, ServiceList } from '../../lists/service-list/service-list'
import { ServiceTools } from '../../lists/service-list/service-tools'
import { load } from '../../requests/ahead'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'

/** Fetched with the page, and not ahead of it: there is none before one was sent. */
const Attempts = later(() => import('../../domain/subscriptions/attempts').then((module) => module.Attempts))

const HistoryTable = later(() =>
  import('../../domain/subscriptions/history-table').then((module) => module.HistoryTable),
)

/** Loaded with the first removal. */
const loadRemoval = () =>
  import('../../domain/subscriptions/subscription-removal').then((module) => module.subscriptionRemoval)

const subscriptionList = (search: SubscriptionSearch) => query(subscriptions.list, { query: search })

/** Filters of the history are not for the provider's list. */
function listedIn<S extends object>({ q: _, state: __, ...search }: S & { q?: unknown; state?: unknown }) {
  return search
}

export const Route = createFileRoute('/subscriptions/')({
  validateSearch: subscriptionFilters.search,
  loaderDeps: ({ search }) => listedIn(search),
  loader: (at) => {
    if (isListOn()) load(at, subscriptionList(at.deps))
  },
  component: SubscriptionsPage,
})

function SubscriptionsPage() {
  const { isOn, isConfigured, reason } = useSubscriptionList()
  return (
    <Page title={texts.title}>
      <p className="quiet">{isOn ? texts.intro : texts.introUnlisted}</p>
      <section className="stack" aria-labelledby="new">
        <h2 id="new">{texts.newTitle}</h2>
        <NewSubscription />
      </section>
      <Attempts />
      <section className="stack" aria-labelledby="find">
        <h2 id="find">{texts.find}</h2>
        <FindSubscription />
      </section>
      {isConfigured && reason && <Notice tone="amber">{texts.listOff(reason)}</Notice>}
      {isOn && <Listed />}
      <HistoryTable name={isOn ? texts.history : texts.title} />
      {!isOn && <Removals />}
    </Page>
  )
}

const table = {
  id: 'subscriptions',
  name: texts.title,
  one: texts.one,
  labels: labelsOf(subscriptionFilters),
  sizes: [10, 25, 50, 100],
  defaultSize: SUBSCRIPTIONS_DEFAULT_PAGE_SIZE,
  columns,
  removal: subscriptions.remove,
  // A user goes with everything of theirs.
  takers: { [subscriptions.remove.operation]: 1, [users.remove.operation]: ANY_NUMBER },
} as const

/** The service's own list: an extension. */
function Listed() {
  const search = Route.useLoaderDeps()
  const navigate = Route.useNavigate()
  const list = useQuery(subscriptionList(search))
  const answer = usePreviousData(list.data)
  const { rows, paging } = listOnScreen(answer)
  const selection = useSelection('subscriptions', () => (answer ? rowsOf(answer) : []).map((sent) => selectable(sent)))
  const selected = useSelected<SelectedSubscription>('subscriptions')
  const file = useListFile(subscriptions.list, subscriptionColumns)
  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace, resetScroll: false }) // the route's own names
  const leave = useLeave(subscriptions.remove, { rows, paging }, search, go)
  const toRow = useCallback(
    (subscription: SubscriptionRow, movedAt: RefObject<number>) => ({
      row: { subscription, movedAt, leave: () => leave([subscription.id]) },
      label: subscription.id,
      isQuiet: subscription.attributes?.vehicle?.mode === 'simulated',
    }),
    [leave],
  )
  useEffect(() => noteListError(list.error), [list.error])
  return (
    <section className="stack" aria-labelledby="listed">
      <div className="row">
        <h2 id="listed">{texts.listed(paging.totalCount)}</h2>
        <ServiceTools {...table} answer={answer} search={search} file={file} />
      </div>
      <FilterFields name={texts.filters} filters={subscriptionFilters} search={search} onGo={go} />
      <ServiceList
        {...table}
        list={list}
        search={search}
        toRow={toRow}
        selection={selection}
        bar={
          <SelectionBar
            list="subscriptions"
            one={texts.one}
            count={selected.size}
            onClear={selection.clear}
            matching={{
              search,
              labels: table.labels,
              sizes: table.sizes,
              total: paging.totalCount,
              rows: (take) => take({ file, selectable: (sent, nth) => selectable(sent, nth < MOST_WHOLE) }),
            }}
            file={(take) => take(file, selected)}
            removal={(take) => take(loadRemoval, selected, leave)}
          />
        }
        onGo={go}
      />
    </section>
  )
}
