/** The request inspector: every call of this tab, what it asked and what came, ready to be taken elsewhere. */
import { Button } from '@mantine/core'
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { call as send } from '../../api/client'
import { type Host, hostNames } from '../../api/endpoint'
import { parseJson } from '../../api/json'
import { Confirm } from '../../ui/confirm'
import { formatCount, plural } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { PlainTable } from '../../ui/plain-table'
import { RawJson } from '../../ui/raw-json'
import { Time } from '../../ui/time'
import { useConfig } from '../config'
import { DriftLens } from '../drift/lens'
import { hostTitles } from '../hosts'
import { masked, maskText, maskVins } from '../mask'
import { Ahead } from './ahead-view'
import { curlOf, fetchOf, httpieOf, incidentNote, serviceAddress } from './call-text'
import { type Call, type CallFilter, fits, forgetCalls, noFilter, useCalls } from './calls'
import styles from './inspector.module.css'

/** Headers that this server adds to every answer: they tell nothing of the service. */
const OURS =
  /^(cache-control|connection|keep-alive|transfer-encoding|vary|content-security-policy|referrer-policy|x-content-type-options|cross-origin-.*)$/

/** Rows that are drawn at a time. */
const SHOWN = 100

interface InspectorProps {
  /** Where given, only its calls are shown at first. */
  host?: Host | '' | undefined
  /** True where it is opened for what differs. */
  isForDrift?: boolean
  onClose: () => void
}

export function Inspector({ host = '', isForDrift = false, onClose }: InspectorProps) {
  const calls = useCalls()
  const [filter, setFilter] = useState({ ...noFilter, host: host as string })
  const [chosen, setChosen] = useState<number>()
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useDeferredValue(filter) // what is typed comes first
  const shown = calls.filter((call) => fits(call, wanted))
  const call = calls.find(({ id }) => id === chosen)
  useEffect(() => {
    if (!isForDrift) heading.current?.focus()
    const root = document.documentElement
    root.dataset.inspector = 'open' // what stands at the foot of the view moves up
    return () => {
      delete root.dataset.inspector
    }
  }, [isForDrift])
  return (
    <aside aria-label="Request inspector" className={styles.panel}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          Requests of this tab
        </h2>
        <span className="quiet number">
          {formatCount(shown.length)} of {formatCount(calls.length)}
        </span>
        <FilterFields filter={filter} onFilter={setFilter} />
        <Button size="compact-xs" variant="default" onClick={forgetCalls}>
          Clear
        </Button>
        <Button size="compact-xs" variant="default" onClick={onClose}>
          Close inspector
        </Button>
      </div>
      <Ahead />
      <DriftLens calls={calls} isAsked={isForDrift} />
      <div className={styles.body}>
        <Calls calls={shown.slice(0, SHOWN)} chosen={chosen} onChoose={setChosen} />
        {call ? (
          <Detail key={call.id} call={call} />
        ) : (
          <p className="quiet">Choose a request to see what it asked and what came. Kept in this tab’s memory only.</p>
        )}
      </div>
    </aside>
  )
}

interface FilterProps {
  filter: CallFilter
  onFilter: (filter: CallFilter) => void
}

function FilterFields({ filter, onFilter }: FilterProps) {
  const change = (name: keyof CallFilter) => (event: { currentTarget: { value: string } }) =>
    onFilter({ ...filter, [name]: event.currentTarget.value })
  return (
    <search aria-label="Filter requests" className={styles.filters}>
      <select aria-label="Host of the request" value={filter.host} onChange={change('host')}>
        <option value="">any host</option>
        {hostNames.map((host) => (
          <option key={host} value={host}>
            {hostTitles[host]}
          </option>
        ))}
      </select>
      <select aria-label="Status of the answer" value={filter.status} onChange={change('status')}>
        <option value="">any status</option>
        <option value="2xx">2xx</option>
        <option value="4xx">4xx</option>
        <option value="5xx">5xx</option>
        <option value="none">no answer</option>
      </select>
      <input
        aria-label="Operation or address"
        placeholder="operation"
        value={filter.operation}
        onChange={change('operation')}
      />
      <input
        aria-label="Text in the answer"
        placeholder="in the answer"
        value={filter.body}
        onChange={change('body')}
      />
    </search>
  )
}

interface CallsProps {
  calls: readonly Call[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

const Calls = memo(function Calls({ calls, chosen, onChoose }: CallsProps) {
  return (
    <div className={styles.list}>
      <PlainTable name="Requests of this tab" headers={['Operation', 'Status', 'Time', 'Took', 'Size']}>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id} aria-current={call.id === chosen || undefined}>
              <th scope="row">
                <button type="button" className="plain-button" onClick={() => onChoose(call.id)}>
                  {call.endpoint.operation}
                </button>
                <Query address={call.address} />
              </th>
              <td>
                <Status call={call} />
              </td>
              <td>
                <Time value={call.at} />
              </td>
              <td className="number">{formatCount(call.durationMs)} ms</td>
              <td className="number">{call.text === undefined ? '' : sizeOf(call.text)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
})

/** What tells calls of one operation apart. */
function Query({ address }: { address: string }) {
  const query = address.split('?')[1]
  if (!query) return null
  return <p className={styles.query}>{maskVins(decodeSafely(query)).slice(0, 200)}</p>
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function Status({ call: { status, error, isAborted } }: { call: Call }) {
  if (isAborted) return <span className="quiet">given up</span>
  const isGood = status !== undefined && status < 400 && !error
  return (
    <span className={isGood ? undefined : styles.bad}>
      {status ?? 'no answer'}
      {error && error.kind !== 'http' && ` · ${error.kind}`}
    </span>
  )
}

const sizeOf = (text: string): string =>
  text.length < 1000 ? `${text.length} characters` : `${formatCount(Math.round(text.length / 1000))} k`

function Detail({ call }: { call: Call }) {
  const { endpoint, input, status, error, headers, text } = call
  const { hosts, headerPrefix } = useConfig()
  const base = hosts[endpoint.host as Host]
  const note = () =>
    incidentNote({ ...call, error, base, prefix: headerPrefix, page: location.href.replace(location.hash, '') })
  return (
    <section aria-label="The request" className={styles.detail}>
      <p>
        <strong>{endpoint.method}</strong> <code>{maskVins(serviceAddress(endpoint, input, base))}</code>
      </p>
      <p className="row">
        <Copy text={curlOf(endpoint, input, base, headerPrefix)} what="cURL" />
        <Copy text={fetchOf(endpoint, input, base, headerPrefix)} what="fetch" />
        <Copy text={httpieOf(endpoint, input, base, headerPrefix)} what="HTTPie" />
        {error && <Copy text={note()} what="incident note" />}
        <Replay call={call} />
      </p>
      <dl className={styles.facts}>
        <dt>Answer</dt>
        <dd>
          <Status call={call} /> {status !== undefined && error?.kind === 'unreachable' && 'broken off in its body'}
        </dd>
        <dt>Authorization</dt>
        <dd className="quiet">Bearer, added by the server; not known here</dd>
        {headers
          .filter(([name]) => !OURS.test(name))
          .map(([name, value]) => (
            <Header key={name} name={name} value={value} />
          ))}
      </dl>
      {input.body !== undefined && (
        <>
          <h3>What was sent</h3>
          <RawJson raw={input.body} what="what was sent" mask={masked} />
        </>
      )}
      <h3>What came</h3>
      <Body text={text} status={status} />
    </section>
  )
}

function Header({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{maskVins(value.slice(0, 500))}</code>
      </dd>
    </>
  )
}

function Body({ text, status }: { text: string | undefined; status: number | undefined }) {
  if (text === undefined)
    return <p className="quiet">{status === undefined ? 'Nothing.' : 'Not kept: newer answers have taken its room.'}</p>
  if (text === '') return <p className="quiet">An empty body.</p>
  const json = parseJson(text)
  if (json === undefined) return <pre className={styles.text}>{maskText(text.slice(0, 20_000))}</pre>
  return <RawJson raw={json} what="the answer" mask={masked} />
}

function Copy({ text, what }: { text: string; what: string }) {
  return (
    <span>
      {what} <CopyButton text={text} what={`as ${what}`} />
    </span>
  )
}

/** A read is sent once more as it was: what a vehicle is billed for asks first, a change never is. */
function Replay({ call: { endpoint, input } }: { call: Call }) {
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const again = async () => {
    setAsking(false)
    setSaid('Sent…')
    const answer = await send(endpoint, input as never).catch(() => undefined) // the input of this endpoint
    setSaid(answer ? `Answered ${answer.status}: it stands first in the list.` : 'Failed: it stands first in the list.')
  }
  if (endpoint.effect === 'change') return <span className="quiet">A change is not sent again from here.</span>
  const isBilled = endpoint.effect === 'billed'
  const price = isBilled ? priceOf(input.body) : 1
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => (isBilled ? setAsking(true) : void again())}>
        Send again
      </Button>
      <span role="status">{said}</span>
      {isAsking && (
        <Confirm
          isRemoval={false}
          title="Read the vehicle again?"
          verb={`Send (${plural(price, 'request')})`}
          onConfirm={() => void again()}
          onCancel={() => setAsking(false)}
        >
          <p>It counts against the vehicle’s limit.</p>
        </Confirm>
      )}
    </>
  )
}

/** A batch costs as much as it has paths (4.1, rule 4). */
function priceOf(body: unknown): number {
  const requests = typeof body === 'object' && body !== null && 'requests' in body ? body.requests : undefined
  return Array.isArray(requests) ? requests.length : 1
}
