/** One call in full: what came, its headers, and the same as a command for a shell; sent again where it may be. */

import { useState } from 'react'
import { call as send } from '../../api/client'
import { costOf } from '../../api/endpoint'
import { parseJson } from '../../api/json'
import { masked, maskText, maskVins } from '../../api/mask'
import { useConfig } from '../../core/config'
import { usePreferences } from '../../core/preferences'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { CopyButton } from '../../ui/id'
import { RawJson } from '../../ui/raw-json'
import { Tabs } from '../../ui/tabs'
import { CallStatus } from './call-status'
import { fetchOf, httpieOf, incidentNote } from './call-text'
import type { Call } from './calls'
import { curlOf, serviceAddress } from './curl-text'
import styles from './inspector.module.css'
import * as texts from './inspector-texts'
import { ShellChoice } from './shell-choice'

/** Headers that this server adds to every answer: they tell nothing of the service. */
const OURS =
  /^(cache-control|connection|keep-alive|transfer-encoding|vary|content-security-policy|referrer-policy|x-content-type-options|cross-origin-.*)$/

export function CallDetail({ call }: { call: Call }) {
  const { endpoint, input, status, error, text, durationMs } = call
  const { hosts, headerPrefix } = useConfig()
  const base = hosts[endpoint.host]
  const [chosen, setChosen] = useState<(typeof tabs)[number][0]>('response')
  const { shell } = usePreferences()
  const curl = curlOf(endpoint, input, base, headerPrefix, shell)
  const note = () =>
    incidentNote({ ...call, error, base, prefix: headerPrefix, page: location.href.replace(location.hash, '') })
  return (
    <section aria-label={texts.details} className={styles.detail}>
      <p>
        <strong>{endpoint.method}</strong> <code translate="no">{maskVins(serviceAddress(endpoint, input, base))}</code>
      </p>
      <p className="row">
        <CallStatus call={call} isWhole /> <span className="quiet">{texts.milliseconds(durationMs)}</span>
        <Copy text={curl} what="cURL" />
        <ShellChoice />
        <Copy text={fetchOf(endpoint, input, base, headerPrefix)} what="fetch" />
        <Copy text={httpieOf(endpoint, input, base, headerPrefix)} what="HTTPie" />
        {error && <Copy text={note()} what={texts.note} />}
        <Replay call={call} />
      </p>
      <Tabs name={texts.details} tabs={tabs} chosen={chosen} onChoose={setChosen}>
        {chosen === 'response' && (
          <>
            {input.body !== undefined && (
              <>
                <h3>{texts.sent}</h3>
                <RawJson raw={input.body} what={texts.sentBody} mask={masked} />
              </>
            )}
            <h3>{texts.came}</h3>
            <Body text={text} status={status} isOpen={input.body === undefined} />
          </>
        )}
        {chosen === 'headers' && <Headers call={call} />}
        {chosen === 'curl' && (
          <pre translate="no" className={styles.text}>
            {curl}
          </pre>
        )}
      </Tabs>
    </section>
  )
}

const tabs = [
  ['response', texts.response],
  ['headers', texts.headers],
  ['curl', texts.curl],
] as const

function Headers({ call }: { call: Call }) {
  const { status, error, headers } = call
  return (
    <dl className={styles.facts}>
      <dt>{texts.answered}</dt>
      <dd>
        {status !== undefined && error?.kind === 'unreachable' ? (
          texts.brokenOff(<CallStatus call={call} />)
        ) : (
          <CallStatus call={call} />
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
  )
}

function Header({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code translate="no">{maskVins(value.slice(0, 500))}</code>
      </dd>
    </>
  )
}

interface BodyProps {
  text: string | undefined
  status: number | undefined
  /** True where there is nothing else to see. */
  isOpen: boolean
}

function Body({ text, status, isOpen }: BodyProps) {
  if (text === undefined) return <p className="quiet">{status === undefined ? texts.nothing : texts.notKept}</p>
  if (text === '') return <p className="quiet">{texts.emptyBody}</p>
  const json = parseJson(text)
  if (json === undefined)
    return (
      <pre translate="no" className={styles.text}>
        {maskText(text.slice(0, 20_000))}
      </pre>
    )
  return <RawJson raw={json} what={texts.cameBody} mask={masked} isOpenAtFirst={isOpen} />
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
