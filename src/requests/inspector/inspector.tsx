/** The request inspector: every call of this tab, what it asked and what came, ready to be taken elsewhere. */
import { Button } from '@mantine/core'
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { call as send } from '../../api/client'
import { costOf, type Host, hostNames } from '../../api/endpoint'
import { parseJson } from '../../api/json'
import { useConfig } from '../../core/config'
import { masked, maskText, maskVins } from '../../core/mask'
import { Confirm } from '../../ui/confirm'
import { useFocusBack } from '../../ui/focus-back'
import { formatCount } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { PlainTable } from '../../ui/plain-table'
import { RawJson } from '../../ui/raw-json'
import { countOf } from '../../ui/texts'
import { Time } from '../../ui/time'
import { DriftPanel } from '../drift/drift-panel'
import { hostTitles } from '../host-status'
import { curlOf, fetchOf, httpieOf, incidentNote, serviceAddress } from './call-text'
import { type Call, type CallFilter, fits, forgetCalls, noFilter, useCalls } from './calls'
import styles from './inspector.module.css'
import * as texts from './inspector-texts'
import { Ahead } from './requests-ahead-view'

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
  useFocusBack()
  useEffect(() => {
    if (!isForDrift) heading.current?.focus()
    const root = document.documentElement
    root.dataset.inspector = 'open' // what stands at the foot of the view moves up
    return () => {
      delete root.dataset.inspector
    }
  }, [isForDrift])
  return (
    <aside aria-label={texts.inspector} className={styles.panel}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.requests}
        </h2>
        <span className="quiet number">{countOf(formatCount(shown.length), calls.length)}</span>
        <FilterFields filter={filter} onFilter={setFilter} />
        <Button size="compact-xs" variant="default" onClick={forgetCalls}>
          {texts.clear}
        </Button>
        <Button size="compact-xs" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
      <Ahead />
      <DriftPanel calls={calls} isAsked={isForDrift} />
      <div className={styles.body}>
        <Calls calls={shown.slice(0, SHOWN)} chosen={chosen} onChoose={setChosen} />
        {call ? <Detail key={call.id} call={call} /> : <p className="quiet">{texts.choose}</p>}
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
    <search aria-label={texts.filter} className={styles.filters}>
      <select className="control" aria-label={texts.host} value={filter.host} onChange={change('host')}>
        <option value="">{texts.anyHost}</option>
        {hostNames.map((host) => (
          <option key={host} value={host}>
            {hostTitles[host]}
          </option>
        ))}
      </select>
      <select className="control" aria-label={texts.status} value={filter.status} onChange={change('status')}>
        <option value="">{texts.anyStatus}</option>
        <option value="2xx">2xx</option>
        <option value="4xx">4xx</option>
        <option value="5xx">5xx</option>
        <option value="none">{texts.noAnswer}</option>
      </select>
      <input
        className="control"
        aria-label={texts.operation}
        placeholder={texts.operationExample}
        value={filter.operation}
        onChange={change('operation')}
      />
      <input
        className="control"
        aria-label={texts.answer}
        placeholder={texts.answerExample}
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
      <PlainTable name={texts.requests} headers={texts.headers} dated={2}>
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
                <Time value={call.at} isBare />
              </td>
              <td className="number">{texts.duration(call.durationMs)}</td>
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
  if (isAborted) return <span className="quiet">{texts.givenUp}</span>
  const isGood = status !== undefined && status < 400 && !error
  return (
    <span className={isGood ? undefined : styles.bad}>
      {status ?? texts.noAnswer}
      {error && error.kind !== 'http' && ` · ${error.kind}`}
    </span>
  )
}

const sizeOf = (text: string): string =>
  text.length < 1000 ? texts.characters(text.length) : texts.thousands(Math.round(text.length / 1000))

function Detail({ call }: { call: Call }) {
  const { endpoint, input, status, error, headers, text } = call
  const { hosts, headerPrefix } = useConfig()
  const base = hosts[endpoint.host as Host]
  const note = () =>
    incidentNote({ ...call, error, base, prefix: headerPrefix, page: location.href.replace(location.hash, '') })
  return (
    <section aria-label={texts.request} className={styles.detail}>
      <p>
        <strong>{endpoint.method}</strong> <code>{maskVins(serviceAddress(endpoint, input, base))}</code>
      </p>
      <p className="row">
        <Copy text={curlOf(endpoint, input, base, headerPrefix)} what="cURL" />
        <Copy text={fetchOf(endpoint, input, base, headerPrefix)} what="fetch" />
        <Copy text={httpieOf(endpoint, input, base, headerPrefix)} what="HTTPie" />
        {error && <Copy text={note()} what={texts.note} />}
        <Replay call={call} />
      </p>
      <dl className={styles.facts}>
        <dt>{texts.answered}</dt>
        <dd>
          {status !== undefined && error?.kind === 'unreachable' ? (
            texts.brokenOff(<Status call={call} />)
          ) : (
            <Status call={call} />
          )}
        </dd>
        <dt>{texts.authorization}</dt>
        <dd className="quiet">{texts.bearer}</dd>
        {headers
          .filter(([name]) => !OURS.test(name))
          .map(([name, value]) => (
            <Header key={name} name={name} value={value} />
          ))}
      </dl>
      {input.body !== undefined && (
        <>
          <h3>{texts.sent}</h3>
          <RawJson raw={input.body} what={texts.sentBody} mask={masked} />
        </>
      )}
      <h3>{texts.came}</h3>
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
  if (text === undefined) return <p className="quiet">{status === undefined ? texts.nothing : texts.notKept}</p>
  if (text === '') return <p className="quiet">{texts.emptyBody}</p>
  const json = parseJson(text)
  if (json === undefined) return <pre className={styles.text}>{maskText(text.slice(0, 20_000))}</pre>
  return <RawJson raw={json} what={texts.cameBody} mask={masked} />
}

function Copy({ text, what }: { text: string; what: string }) {
  return <span>{texts.toCopy(what, <CopyButton text={text} what={texts.asKind(what)} />)}</span>
}

/** A read is sent once more as it was: what a vehicle is billed for asks first, a change never is. */
function Replay({ call: { endpoint, input } }: { call: Call }) {
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  const again = async () => {
    setAsking(false)
    setSaid(texts.sending)
    const answer = await send(endpoint, input as never).catch(() => undefined) // the input of this endpoint
    setSaid(answer ? texts.answeredAgain(answer.status) : texts.failedAgain)
  }
  if (endpoint.effect === 'change') return <span className="quiet">{texts.noChange}</span>
  const isBilled = endpoint.effect === 'billed'
  const price = isBilled ? costOf(input.body) : 1
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => (isBilled ? setAsking(true) : void again())}>
        {texts.again}
      </Button>
      <span role="status">{said}</span>
      {isAsking && (
        <Confirm
          isRemoval={false}
          title={texts.readAgain}
          verb={texts.send(price)}
          onConfirm={() => void again()}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.counts}</p>
        </Confirm>
      )}
    </>
  )
}
