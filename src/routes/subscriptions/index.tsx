/** `/subscriptions`: create one, look one up, and what is known of the others (interface 4.3). */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect } from 'react'
import { query } from '../../api/query'
import type { Search } from '../../api/search'
import { subscriptions } from '../../api/subscriptions'
import { users } from '../../api/users'
import { ANY_NUMBER, useKept, useLeave } from '../../tools/list'
import { Removals } from '../../tools/removals'
import { useSelection } from '../../tools/selection/selection'
import { type FileColumns, rowsOf, useListFile } from '../../tools/service-list/list-file'
import { fieldOf, listOnScreen, ServiceList } from '../../tools/service-list/service-list'
import {
  heedListError,
  isListOn,
  type SubscriptionRow,
  tiedBy,
  useSubscriptionList,
} from '../../tools/subscriptions/extension'
import { ChoiceField, Filters, IdentifierField } from '../../ui/filters'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { columns } from './-columns'
import { FindSubscription } from './-find'
import { LedgerTable } from './-ledger'
import { NewSubscription } from './-new'
import { PAGE_SIZES, SUBSCRIPTIONS_DEFAULT_PAGE_SIZE, SubscriptionSearch } from './-search'
import { MOST_WHOLE, type SelectedSubscription, SubscriptionsBar, selectable } from './-subscriptions-bar'
import * as texts from './-texts'

/** Fetched with the page, and not ahead of it: there is none before one was sent. */
const Attempts = later(() => import('./-attempts').then((module) => module.Attempts))

const subscriptionList = (search: SubscriptionSearch) => query(subscriptions.list, { query: search })

export const Route = createFileRoute('/subscriptions/')({
  validateSearch: SubscriptionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, preload }) => {
    if (!preload && isListOn()) void context.queryClient.prefetchQuery(subscriptionList(deps))
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
      <LedgerTable name={isOn ? texts.ledger : texts.title} />
      {!isOn && <Removals />}
    </Page>
  )
}

/** A user goes with everything of theirs. */
const takers = { [subscriptions.remove.operation]: 1, [users.remove.operation]: ANY_NUMBER }

const modes = [
  ['', texts.any],
  ['live', texts.live],
  ['simulated', texts.simulated],
] as const

/** The list as a file. */
const columnsOfFile: FileColumns<SubscriptionRow> = {
  id: ({ id }) => id,
  webhookId: (row) => tiedBy(row).webhookId,
  userId: (row) => tiedBy(row).userId,
  vehicleId: (row) => tiedBy(row).vehicleId,
  make: ({ attributes }) => attributes?.vehicle?.make,
  model: ({ attributes }) => attributes?.vehicle?.model,
  mode: ({ attributes }) => attributes?.vehicle?.mode,
  createdAt: ({ meta }) => meta?.createdAt,
}

/** The service's own list: an extension. */
function Listed() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(subscriptionList(search))
  const answer = useKept(list.data)
  const { rows, paging } = listOnScreen(answer)
  const selection = useSelection<SelectedSubscription>(
    'subscriptions',
    (answer ? rowsOf(answer) : []).map((sent) => selectable(sent)),
  )
  const file = useListFile(subscriptions.list, columnsOfFile)
  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace, resetScroll: false }) // the route's own names
  const field = (name: keyof typeof texts.filterLabels) => fieldOf(name, texts.filterLabels, search, go)
  const leave = useLeave(subscriptions.remove, { rows, paging }, search, go)
  const draw = useCallback(
    (subscription: SubscriptionRow, movedAt: RefObject<number>) => ({
      row: { subscription, movedAt, leave: () => leave([subscription.id]) },
      label: subscription.id,
      quiet: subscription.attributes?.vehicle?.mode === 'simulated',
    }),
    [leave],
  )
  useEffect(() => heedListError(list.error), [list.error])
  return (
    <section className="stack" aria-labelledby="listed">
      <h2 id="listed">{texts.listed(paging.totalCount)}</h2>
      <Filters name={texts.filters}>
        <IdentifierField {...field('filter[userId]')} />
        <IdentifierField {...field('filter[webhookId]')} />
        <IdentifierField {...field('filter[vehicleId]')} />
        <ChoiceField {...field('filter[vehicle.mode]')} choices={modes} />
      </Filters>
      <SubscriptionsBar
        selected={selection.selected}
        onClear={selection.clear}
        leave={leave}
        matching={{
          search,
          labels: texts.filterLabels,
          sizes: PAGE_SIZES,
          total: paging.totalCount,
          rows: (take) => take({ file, selectable: (sent, nth) => selectable(sent, nth < MOST_WHOLE) }),
        }}
        file={file}
      />
      <ServiceList
        name={texts.title}
        one={texts.one}
        list={list}
        search={search}
        labels={texts.filterLabels}
        sizes={PAGE_SIZES}
        defaultSize={SUBSCRIPTIONS_DEFAULT_PAGE_SIZE}
        columns={columns}
        draw={draw}
        selection={selection}
        removal={subscriptions.remove}
        takers={takers}
        file={file}
        onGo={go}
      />
    </section>
  )
}
