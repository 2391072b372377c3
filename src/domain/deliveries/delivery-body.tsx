/** The body of a delivery as it came: loaded when it is asked for, and copied as a request or as a fixture. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/console/client'
import { deliveries } from '../../api/console/deliveries'
import { parseJson } from '../../api/json'
import { masked } from '../../api/mask'
import type { TeamDeliveryDetail } from '../../api/team-deliveries'
import { Failure } from '../../requests/failure'
import { shellWord } from '../../requests/inspector/curl-text'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { RawJson } from '../../ui/raw-json'
import styles from './deliveries.module.css'
import { fixtureOf } from './delivery-fixture'
import { constant, receiverInfo } from './delivery-queries'
import * as texts from './delivery-texts'

const MOST_TEXT = 128 * 1024

export function DeliveryBody({ delivery }: { delivery: TeamDeliveryDetail }) {
  const { id, hasBody, isSealed, unread } = delivery
  const [isOpen, setOpen] = useState(false)
  const reason = useRefusal('billed')
  const body = useQuery({
    ...query(deliveries.body, { path: { id: String(id) } }),
    ...constant,
    gcTime: 0, // its user or vehicle may be removed
    enabled: isOpen,
  })
  const isKept = hasBody && !isSealed
  return (
    <section className="stack" aria-labelledby="body">
      <h2 id="body">{texts.body}</h2>
      {unread.length > 0 && <p className="quiet">{cut(texts.unread(unread.slice(0, 20)), 1_000)}</p>}
      {!isKept && <p className="quiet">{isSealed ? texts.sealed : texts.noBody}</p>}
      {isKept && body.data === undefined && (
        <p>
          <Button
            size="compact-sm"
            variant="default"
            reason={reason}
            loading={body.isFetching}
            onClick={() => setOpen(true)}
          >
            {texts.showBody}
          </Button>
        </p>
      )}
      {body.error !== null && (
        <Failure error={body.error} what={texts.couldNotLoadBody} onRetry={() => void body.refetch()} />
      )}
      {body.data !== undefined && <Shown delivery={delivery} body={body.data} />}
    </section>
  )
}

function Shown({ delivery, body }: { delivery: TeamDeliveryDetail; body: string }) {
  const json = parseJson(body)
  const fixture = fixtureOf(body)
  const { data } = useQuery(receiverInfo)
  const curl =
    data &&
    [
      `curl -X POST ${shellWord(data.url ?? `http://localhost${data.path}`)}`,
      `-H 'content-type: application/json'`,
      `-H ${shellWord(`${data.header}: ${delivery.signature}`)}`,
      `--data-binary ${shellWord(body)}`,
    ].join(' \\\n  ')
  return (
    <>
      <p className="row">
        <CopyText text={body} name={texts.copyBody} />
        {curl && <CopyText text={curl} name={texts.copyCurl} />}
        {fixture !== undefined && <CopyText text={fixture} name={texts.copyFixture} />}
      </p>
      {typeof json === 'object' && json !== null ? (
        <RawJson raw={json} what={texts.body} mask={masked} isOpenAtFirst />
      ) : (
        <>
          <p className="quiet">{texts.notJson}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre translate="no" className={styles.body} tabIndex={0}>
            {body.slice(0, MOST_TEXT)}
          </pre>
        </>
      )}
    </>
  )
}

const CopyText = ({ text, name }: { text: string; name: string }) => (
  <span className={styles.copy}>
    {name} <CopyButton text={text} what={name} />
  </span>
)
