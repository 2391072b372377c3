/** `/webhooks`: the webhooks of the application (interface 4.3), its address speaking the API's own query language. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '../../api/client'
import type { Search } from '../../api/search'
import { webhookColumns } from '../../api/webhook-columns'
import { type WebhookRow, type WebhookSearch, webhookFilters, webhooks } from '../../api/webhooks'
import { columns } from '../../domain/webhooks/webhook-columns'
import * as texts from '../../domain/webhooks/webhooks-texts'
import { FilterFields, labelsOf } from '../../lists/filter-fields'
import { usePreviousData } from '../../lists/list'
import { useSelected, useSelection } from '../../lists/selection/selection'
import { SelectionBar } from '../../lists/selection/selection-bar-later'
import { rowsOf, type SentRow, useListFile } from '../../lists/service-list/list-file'
import { listOnScreen, ServiceList } from '../../lists/service-list/service-list'
import { ServiceTools } from '../../lists/service-list/service-tools'
import { load } from '../../requests/ahead'
import { formatCount } from '../../ui/format'
import { later } from '../../ui/later'
import { Page } from '../../ui/page'

/** Loaded when two are selected. */
const CompareSelected = later(() =>
  import('../../domain/webhooks/compare-webhooks').then((module) => module.CompareSelected),
)
/** Below the list, and no part of its first load. */
const IncludeSignal = later(() => import('../../domain/webhooks/include-signal').then((module) => module.IncludeSignal))

const webhookList = (search: WebhookSearch) => query(webhooks.list, { query: search })

export const Route = createFileRoute('/webhooks/')({
  validateSearch: webhookFilters.search,
  loaderDeps: ({ search }) => search,
  loader: (at) => load(at, webhookList(at.deps)),
  component: WebhooksPage,
})

const table = {
  id: 'webhooks',
  name: texts.title,
  one: texts.one,
  labels: labelsOf(webhookFilters),
  columns,
} as const

const selectable = (sent: SentRow<WebhookRow>) => [sent.row.id, { sent }] as const

function WebhooksPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(webhookList(search))
  const answer = usePreviousData(list.data)
  const { paging } = listOnScreen(answer)
  const selection = useSelection('webhooks', () => (answer ? rowsOf(answer) : []).map(selectable))
  const selected = useSelected<{ sent: SentRow<WebhookRow> }>('webhooks')
  const [first, second] = selected.values()
  const { pageSizes, defaultPageSizes } = Route.useRouteContext().config
  const defaultSize = defaultPageSizes.webhooks
  const sizes = pageSizes.webhooks ?? [defaultSize]
  const file = useListFile(webhooks.list, webhookColumns)
  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace }) // the route's own names
  return (
    <Page
      isPaged
      title={texts.title}
      aside={paging.totalCount === undefined ? undefined : formatCount(paging.totalCount)}
      actions={<ServiceTools {...table} answer={answer} search={search} sizes={sizes} file={file} />}
    >
      <FilterFields name={texts.filters} filters={webhookFilters} search={search} onGo={go} />
      <ServiceList
        {...table}
        list={list}
        search={search}
        sizes={sizes}
        defaultSize={defaultSize}
        toRow={(row) => ({ row, isQuiet: row.attributes?.isEnabled === false, label: row.id })}
        selection={selection}
        bar={
          <SelectionBar
            list="webhooks"
            one={texts.one}
            count={selected.size}
            onClear={selection.clear}
            matching={{
              search,
              labels: table.labels,
              sizes,
              total: paging.totalCount,
              rows: (take) => take({ file, selectable }),
            }}
            file={(take) => take(file, selected)}
            actions={
              first && second && selected.size === 2 ? (
                <CompareSelected first={first.sent.row} second={second.sent.row} />
              ) : (
                <span className="quiet">{selected.size === 1 ? texts.selectAnother : texts.twoCompare}</span>
              )
            }
          />
        }
        onGo={go}
      >
        {(list.data ?? list.error) && (
          <>
            <p className="quiet">{texts.intro}</p>
            <IncludeSignal />
          </>
        )}
      </ServiceList>
    </Page>
  )
}
