/** `/vehicles/$vehicleId/signals/$signalCode`: the values of one signal (interface 2.6, 4.2), read when asked. */
import { Button, NativeSelect } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { pagingOf } from '../../../../api/json-api'
import { plain, readCount } from '../../../../api/links'
import { countField, MOST_PAGES, type Search, searchOf, textField } from '../../../../api/search'
import { signals } from '../../../../api/signals'
import { knownSignals } from '../../../../api/signals.data'
import { pagesFor, useCollection } from '../../../../tools/collection'
import { useConfig } from '../../../../tools/config'
import { contradictionsOf, pageLinks } from '../../../../tools/list'
import { userIdOf } from '../../../../tools/names'
import { readNow, useReading } from '../../../../tools/readings'
import { readSignal } from '../../../../tools/recent-signals'
import { recordsOf } from '../../../../tools/signal-records'
import { cutMiddle } from '../../../../ui/format'
import { Notice } from '../../../../ui/notice'
import { Pager } from '../../../../ui/pager'
import { GrantLine } from '../../-grant'
import { ReadingTab } from '../../-reading'
import { ReadAll } from '../../-signals/read-all'
import { SignalView } from '../../-signals/signal-view'
import styles from '../../-signals/signals.module.css'
import { WebhooksOf } from '../../-signals/webhooks-of'
import { type KnownVehicle, useVehicle, VehiclePage, vehicleConnections } from '../../-vehicle-page'

const SignalSearch = searchOf({ page: countField(MOST_PAGES), pageSize: countField(1000), user: textField })

export const Route = createFileRoute('/vehicles/$vehicleId/signals/$signalCode')({
  validateSearch: SignalSearch,
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(vehicleConnections(params.vehicleId))
  },
  component: SignalPage,
})

/** The rows per page that are offered; the maximum is not shown (8). */
const PAGE_SIZES = [10, 25, 50, 100]

function SignalPage() {
  const { vehicleId, signalCode } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const known = useVehicle(vehicleId)
  const { user, needsUser } = useWhose(known, search.user)
  const inputOf = ({ page, pageSize }: Search) => ({
    path: { vehicleId, signalCode },
    query: { ...(page && { page: String(page) }), ...(pageSize && { pageSize: String(pageSize) }) },
    ...(user !== undefined && { user }),
  })
  const input = inputOf(search)
  const reading = useReading(signals.values, input)
  const wanted = { vehicleId, signalCode, user }
  const collection = useCollection(wanted)
  // Drawn when it is whole: a chart that is made anew with every page would hold up everything else.
  const isCollecting = collection?.phase === 'reading' || collection?.phase === 'waiting'
  const signal = knownSignals.find(({ code }) => code === signalCode)
  const { latest } = reading
  const paging = latest && pagingOf(latest.value)
  const number = readCount(search.page) ?? 1
  const go = (to: Search) => void navigate({ search: to as never }) // the route's own names
  /** Following the pager is the ask: one request for each page that is turned. */
  const ask = (to: Search) => {
    readSignal(signalCode)
    void readNow(signals.values, inputOf(to))
  }

  return (
    <VehiclePage known={known} title={signal ? `${signal.group} ${signal.name}` : signalCode.slice(0, 80)}>
      <p>
        <code>{signalCode.slice(0, 200)}</code>
        {!signal && <span className="quiet"> is not among the known signals; it can be read all the same.</span>}
      </p>
      <WhoseReading
        known={known}
        chosen={search.user}
        onChoose={(id) => go({ ...search, user: id || undefined, page: undefined })}
      />
      <WebhooksOf key={signalCode} code={signalCode} />
      {signal?.permission && <GrantLine permission={signal.permission} known={known} />}
      <ReadingTab
        endpoint={signals.values}
        input={input}
        name="values"
        known={known}
        reason={needsUser ? 'Several users are connected to this vehicle: choose whose reading it is.' : undefined}
        onRead={() => readSignal(signalCode)}
        view={({ raw }) => {
          const records = recordsOf(raw)
          const size = paging?.pageSize ?? records.length
          return (
            <>
              {paging &&
                contradictionsOf(paging, records.length, search, plain).map(({ text }) => (
                  <Notice key={text} tone="amber">
                    {text}
                  </Notice>
                ))}
              <ReadAll
                wanted={wanted}
                price={pagesFor(paging?.totalCount ?? records.length)}
                total={paging?.totalCount}
                shown={records.length}
              />
              <SignalView
                records={records}
                all={isCollecting ? undefined : collection?.records}
                first={(number - 1) * size + 1}
                facts={{
                  code: signalCode,
                  vehicle: vehicleId,
                  readAt: new Date(latest?.receivedAt ?? 0).toISOString(),
                }}
              />
            </>
          )
        }}
      />
      {paging && latest && (
        <Pager
          paging={paging}
          links={pageLinks(paging, search, plain)}
          shown={recordsOf(latest.raw).length}
          sizes={PAGE_SIZES}
          onFollow={ask}
          onSize={(size) => {
            const to = { ...search, page: undefined, pageSize: String(size) }
            go(to)
            ask(to)
          }}
        />
      )}
    </VehiclePage>
  )
}

/** A service that names users by header wants one: the only user is taken, of several one must be chosen. */
function useWhose({ rows }: KnownVehicle, chosen: string | undefined) {
  const { headerPrefix } = useConfig()
  const users = usersOf(rows)
  if (headerPrefix === null) return { user: undefined, needsUser: false }
  const user = chosen ?? (users.length === 1 ? users[0]?.id : undefined)
  return { user, needsUser: user === undefined && users.length > 1 }
}

function usersOf(rows: KnownVehicle['rows']) {
  const users = new Map<string, string>()
  for (const row of rows) {
    const id = userIdOf(row)
    if (id !== undefined) users.set(id, row.attributes?.user?.externalId ?? cutMiddle(id))
  }
  return [...users].map(([id, name]) => ({ id, name }))
}

interface WhoseReadingProps {
  known: KnownVehicle
  chosen: string | undefined
  onChoose: (userId: string) => void
}

function WhoseReading({ known, chosen, onChoose }: WhoseReadingProps) {
  const users = usersOf(known.rows)
  if (users.length < 2 && chosen === undefined) return null
  const offered =
    chosen === undefined || users.some(({ id }) => id === chosen) ? users : [...users, { id: chosen, name: chosen }]
  return (
    <div className={styles.controls}>
      <NativeSelect
        label="Whose reading"
        size="xs"
        value={chosen ?? ''}
        data={[
          { value: '', label: 'Choose a user' },
          ...offered.map(({ id, name }) => ({ value: id, label: name.slice(0, 60) })),
        ]}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      {chosen !== undefined && (
        <Button size="xs" variant="subtle" onClick={() => onChoose('')}>
          Clear
        </Button>
      )}
    </div>
  )
}
