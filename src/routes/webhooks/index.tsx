/** `/webhooks`: the webhooks of the application (interface 4.3), its address speaking the API's own query language. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '../../api/query'
import type { Search } from '../../api/search'
import { WEBHOOKS_DEFAULT_PAGE_SIZE, type WebhookRow, webhooks } from '../../api/webhooks'
import { useKept } from '../../tools/list'
import { useSelection } from '../../tools/selection/selection'
import { type FileColumns, rowsOf, type SentRow, useListFile } from '../../tools/service-list/list-file'
import { fieldOf, listOnScreen, ServiceList } from '../../tools/service-list/service-list'
import { ChoiceField, Filters, SearchField } from '../../ui/filters'
import { formatCount } from '../../ui/format'
import { Page } from '../../ui/page'
import { columns } from './-columns'
import { IncludeSignal } from './-include-signal'
import { WebhookSearch } from './-search'
import * as texts from './-texts'
import { WebhooksBar } from './-webhooks-bar'

const webhookList = (search: WebhookSearch) => query(webhooks.list, { query: search })

export const Route = createFileRoute('/webhooks/')({
  validateSearch: WebhookSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(webhookList(deps))
  },
  component: WebhooksPage,
})

const answers = [
  ['', texts.any],
  ['true', texts.yes],
  ['false', texts.no],
] as const

/** The list as a file. */
const columnsOfFile: FileColumns<WebhookRow> = {
  id: ({ id }) => id,
  name: ({ attributes }) => attributes?.name,
  isEnabled: ({ attributes }) => attributes?.isEnabled,
  autoSubscribe: ({ attributes }) => attributes?.autoSubscribe,
  triggers: ({ attributes }) => attributes?.triggers?.map(({ code }) => code).join(' '),
  data: ({ attributes }) => attributes?.data?.map(({ code }) => code).join(' '),
  callbackUri: ({ attributes }) => attributes?.callbackUri,
  errorCallbackUri: ({ attributes }) => attributes?.errorCallbackUri,
  createdAt: ({ meta }) => meta?.createdAt,
}

const selectable = (sent: SentRow<WebhookRow>) => [sent.row.id, sent] as const

function WebhooksPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(webhookList(search))
  const answer = useKept(list.data)
  const { paging } = listOnScreen(answer)
  const selection = useSelection<SentRow<WebhookRow>>('webhooks', (answer ? rowsOf(answer) : []).map(selectable))
  const sizes = Route.useRouteContext().config.pageSizes.webhooks ?? [WEBHOOKS_DEFAULT_PAGE_SIZE]
  const file = useListFile(webhooks.list, columnsOfFile)
  const go = (to: Search, replace = false) => void navigate({ search: to as never, replace }) // the route's own names
  const field = (name: keyof typeof texts.filterLabels) => fieldOf(name, texts.filterLabels, search, go)
  return (
    <Page title={texts.title} aside={paging.totalCount === undefined ? undefined : formatCount(paging.totalCount)}>
      <Filters name={texts.filters}>
        <SearchField {...field('filter[name]')} />
        <SearchField {...field('filter[callbackUri]')} />
        <ChoiceField {...field('filter[isEnabled]')} choices={answers} />
        <ChoiceField {...field('filter[autoSubscribe]')} choices={answers} />
      </Filters>
      <p className="quiet">{texts.intro}</p>
      <WebhooksBar
        selected={selection.selected}
        onClear={selection.clear}
        matching={{
          search,
          labels: texts.filterLabels,
          sizes,
          total: paging.totalCount,
          rows: (take) => take({ file, selectable }),
        }}
        file={file}
      />
      <ServiceList
        name={texts.title}
        one={texts.one}
        list={list}
        search={search}
        labels={texts.filterLabels}
        sizes={sizes}
        defaultSize={WEBHOOKS_DEFAULT_PAGE_SIZE}
        columns={columns}
        draw={(row) => ({ row, quiet: row.attributes?.isEnabled === false, label: row.id })}
        selection={selection}
        file={file}
        onGo={go}
      >
        {(list.data ?? list.error) && <IncludeSignal />}
      </ServiceList>
    </Page>
  )
}
