/** On a webhook's page: how its deliveries arrive on this server, and whether they have stopped. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { codeOf } from '../../api/errors'
import type { TeamArrivals } from '../../api/team-deliveries'
import type { WebhookRow } from '../../api/webhooks'
import { useHints } from '../../requests/use-hints'
import { Fact, Facts } from '../../ui/facts'
import { Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { why } from '../webhooks/delivery-texts'
import { counted, outdated } from './deliveries-texts'
import { arrivalsOf, isOurs, receiverInfo, refusedList } from './delivery-queries'
import { refusedCount } from './receiver-row-texts'
import { silenceOf } from './silence'
import { every, quietFor } from './silence-texts'
import styles from './webhook-arrivals.module.css'
import * as texts from './webhook-arrivals-texts'
import { WithoutDeliveries } from './without-deliveries'

/** How often the section is asked anew while deliveries come, at most. */
const HINTS_MS = 2000

type Webhook = Pick<WebhookRow, 'id' | 'attributes'>

/** Nothing for a webhook that delivers elsewhere. */
export function WebhookArrivals({ webhook: { id, attributes } }: { webhook: Webhook }) {
  const info = useQuery(receiverInfo)
  const arrivals = useQuery(arrivalsOf({ webhookId: id }))
  const { data, error, isError } = arrivals
  const { callbackUri, errorCallbackUri, isEnabled } = attributes ?? {}
  const isHere = isOurs(callbackUri, info.data) || isOurs(errorCallbackUri, info.data)
  // Where neither could be read, that is said, unless nothing of it is this account's.
  const isUnknown = info.isError && isError && codeOf(error) !== 'NOT_OWN_ACCOUNT'
  const isShown = isHere || isUnknown || typeof data?.last === 'string'
  const hinted = useMemo(() => [arrivalsOf({ webhookId: id }).queryKey, refusedList.queryKey], [id])
  useHints('deliveries', hinted, isShown, HINTS_MS)
  if (!isShown) return null
  return (
    <section className="stack" aria-labelledby="deliveries">
      <h2 id="deliveries">{texts.title}</h2>
      {arrivals.isPending && <p role="status">{texts.reading}</p>}
      {isError && !data && (
        <WithoutDeliveries error={error} onRetry={() => void arrivals.refetch()} isRetrying={arrivals.isFetching} />
      )}
      {isError && data && <Notice tone="amber">{outdated}</Notice>}
      {data && <Arrivals webhookId={id} arrivals={data} at={arrivals.dataUpdatedAt} isStopped={isEnabled === false} />}
    </section>
  )
}

interface ArrivalsProps {
  webhookId: string
  arrivals: TeamArrivals
  /** When that was so: what came since isn't known. */
  at: number
  /** True where nothing is to arrive. */
  isStopped: boolean
}

function Arrivals({ webhookId, arrivals, at, isStopped }: ArrivalsProps) {
  const { last, day, usualGap, hours } = arrivals
  const silence = isStopped ? undefined : silenceOf(arrivals, at)
  const troubleshoot = <a href="#delivery">{why}</a>
  return (
    <>
      {silence && (
        <Notice tone="amber">
          <p>
            {texts.sentence(quietFor(silence))} {texts.quietNext(troubleshoot)}
          </p>
        </Notice>
      )}
      {last === null && (
        <p>
          {texts.nothing} {texts.nothingNext(troubleshoot)}
        </p>
      )}
      <Facts>
        {last !== null && (
          <>
            <Fact name={texts.last}>
              <Time value={last} isAge="ago" />
            </Fact>
            <Fact name={texts.lastDay}>{counted(day.value, day.isExact)}</Fact>
            <Fact name={texts.usualGap}>
              {usualGap === null ? <span className="quiet">{texts.tooFew}</span> : every(usualGap)}
            </Fact>
          </>
        )}
        <Fact name={texts.refused}>
          <Refused />
        </Fact>
      </Facts>
      {day.value > 0 && <Hours hours={hours} total={counted(day.value, day.isExact)} />}
      {last !== null && (
        <p>
          <Link to="/deliveries" search={{ webhook: webhookId }}>
            {texts.all}
          </Link>
        </p>
      )}
    </>
  )
}

function Refused() {
  const { data, isError } = useQuery(refusedList)
  if (!data) return <span className="quiet">{isError ? texts.notCounted : texts.reading}</span>
  if (data.rows.length === 0) return texts.noneRefused
  return (
    <>
      <Link to="/deliveries" hash="refused">
        {texts.refusedLink(refusedCount(data.rows.length))}
      </Link>
      <p className="quiet">{texts.refusedNote}</p>
    </>
  )
}

const TALL = 48
const STEP = 15
const WIDE = 13

function Hours({ hours, total }: { hours: readonly number[]; total: string }) {
  const most = Math.max(1, ...hours)
  const ago = (index: number) => hours.length - 1 - index
  const words = texts.drawn(total, most, ago(hours.indexOf(most)), hours.filter((count) => count === 0).length)
  return (
    <figure className={styles.figure}>
      <figcaption className="quiet">{texts.hours}</figcaption>
      <svg
        className={styles.hours}
        viewBox={`0 0 ${hours.length * STEP} ${TALL}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {hours.map((count, index) => {
          // One is seen beside a thousand.
          const height = count > 0 ? Math.max(2, (count / most) * TALL) : 0
          return (
            <rect key={ago(index)} x={index * STEP} y={TALL - height} width={WIDE} height={height}>
              <title>{texts.hour(ago(index), count)}</title>
            </rect>
          )
        })}
      </svg>
      <p className="quiet" aria-hidden="true">
        {texts.most(most)}
      </p>
    </figure>
  )
}
