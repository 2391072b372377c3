/** `/vehicles/$vehicleId/signals/$signalCode`: the values of one signal (interface 2.6, 4.2), read when asked. */
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pagingOf } from '../../../../api/json-api'
import { plain, readCount } from '../../../../api/links'
import type { Search } from '../../../../api/search'
import { SignalValuesSearch, signals } from '../../../../api/signals'
import { signalOf } from '../../../../api/signals.data'
import { pagesFor, useAllValues } from '../../../../domain/signals/all-values'
import { ReadAll } from '../../../../domain/signals/read-all'
import { readSignal } from '../../../../domain/signals/recent-signals'
import { SignalHead } from '../../../../domain/signals/signal-head'
import { recordsOf } from '../../../../domain/signals/signal-values'
import { SignalView } from '../../../../domain/signals/signal-view'
import * as texts from '../../../../domain/signals/texts'
import { useWhose, WhoseReading } from '../../../../domain/signals/whose-reading'
import { GrantLine } from '../../../../domain/vehicles/grant'
import { loadVehicle } from '../../../../domain/vehicles/load-vehicle'
import { ReadingTab } from '../../../../domain/vehicles/reading'
import { readNow, useReading } from '../../../../domain/vehicles/readings'
import { type KnownVehicle, useVehicle, VehiclePage } from '../../../../domain/vehicles/vehicle-page'
import { Contradictions } from '../../../../lists/contradictions'
import { pageLinks } from '../../../../lists/envelope'
import { usePreviousData } from '../../../../lists/list'
import { ownPages } from '../../../../lists/own-pages'
import { Pager } from '../../../../ui/pager'

export const Route = createFileRoute('/vehicles/$vehicleId/signals/$signalCode')({
  validateSearch: SignalValuesSearch,
  loader: (at) => loadVehicle(at),
  component: SignalPage,
})

/** The rows per page that are offered; the maximum is not shown (8). */
const PAGE_SIZES = [10, 25, 50, 100]
/** What a list is paged by where the address says nothing. */
const DEFAULT_SIZE = 10

function SignalPage() {
  const { vehicleId, signalCode } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const known = useVehicle(vehicleId)
  const signal = signalOf(signalCode)
  const choose = (user: string) =>
    void navigate({ search: { ...search, user: user || undefined, page: undefined } as never }) // the route's own names
  return (
    <VehiclePage known={known} title={signal ? signal.fullName : signalCode.slice(0, 80)}>
      <SignalHead key={signalCode} code={signalCode}>
        {signal?.permission && <GrantLine permission={signal.permission} known={known} />}
      </SignalHead>
      <WhoseReading known={known} chosen={search.user} onChoose={choose} />
      <History key={JSON.stringify([vehicleId, signalCode, search.user])} known={known} />
    </VehiclePage>
  )
}

/** The values of one signal of one user: what was kept of another is not this one's. */
function History({ known }: { known: KnownVehicle }) {
  const { vehicleId, signalCode } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, reason } = useWhose(known, search.user)
  const inputOf = ({ page, pageSize }: Search) => ({
    path: { vehicleId, signalCode },
    query: { ...(page && { page: String(page) }), ...(pageSize && { pageSize: String(pageSize) }) },
    ...(user !== undefined && { user }),
  })
  const { latest } = useReading(signals.values, inputOf(search))
  const kept = usePreviousData(latest) // the pager stays, and the focus on it, while the next page is read
  const wanted = { vehicleId, signalCode, user }
  const all = useAllValues(wanted)
  // Once all of them are read, pages cost nothing.
  const whole = all?.isWhole && all.records ? { records: all.records, readAt: all.readAt } : undefined
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names
  /** Following the pager is the ask: one request for each page that is turned. */
  const ask = (to: Search) => {
    readSignal(signalCode)
    void readNow(signals.values, inputOf(to))
  }
  const resize = (size: number) => {
    const to = { ...search, page: undefined, pageSize: String(size) }
    go(to)
    if (!whole) ask(to)
  }

  const paging = latest && pagingOf(latest.value)
  const number = readCount(search.page) ?? 1
  const size = whole ? (readCount(search.pageSize) ?? DEFAULT_SIZE) : (paging?.pageSize ?? DEFAULT_SIZE)
  // The same array from drawing to drawing: a chart of another one begins anew, without its point and its zoom.
  const records = useMemo(
    () =>
      whole?.records ? whole.records.slice((number - 1) * size, number * size) : latest ? recordsOf(latest.raw) : [],
    [whole?.records, latest, number, size],
  )
  const readAt = whole?.readAt ?? latest?.receivedAt ?? 0
  const view = (
    <>
      {paging && !whole && <Contradictions paging={paging} shown={records.length} search={search} dialect={plain} />}
      <SignalView
        wanted={wanted}
        records={records}
        all={whole?.records}
        first={(number - 1) * size + 1}
        name={signalOf(signalCode)?.fullName}
        facts={{ code: signalCode, vehicle: vehicleId, readAt: new Date(readAt).toISOString() }}
        readAt={readAt}
        total={whole ? whole.records.length : paging?.totalCount}
        more={
          <ReadAll
            wanted={wanted}
            price={pagesFor(paging?.totalCount ?? records.length)}
            total={paging?.totalCount}
            shown={records.length}
          />
        }
      />
    </>
  )
  const pages = kept && pagingOf(kept.value)
  const own = whole && ownPages({ ...search, pageSize: String(size) }, whole.records.length)
  return (
    <>
      <ReadingTab
        endpoint={signals.values}
        input={inputOf(search)}
        title={texts.valuesTitle}
        name={texts.values}
        known={known}
        reason={reason}
        onRead={() => readSignal(signalCode)}
        view={() => (whole ? null : view)}
      />
      {whole && view}
      {own ? (
        <Pager paging={own.paging} links={own.links} shown={records.length} sizes={PAGE_SIZES} onSize={resize} />
      ) : (
        pages &&
        kept && (
          <Pager
            paging={pages}
            links={pageLinks(pages, search, plain)}
            shown={recordsOf(kept.raw).length}
            sizes={PAGE_SIZES}
            onFollow={ask}
            onSize={resize}
          />
        )
      )}
    </>
  )
}
