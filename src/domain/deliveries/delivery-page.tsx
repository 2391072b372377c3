/** One delivery: what it is, what changed, how long it took, what its signature is, and what came as it came. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../api/console/client'
import { deliveries } from '../../api/console/deliveries'
import { isSegment } from '../../api/endpoint'
import { codeOf } from '../../api/errors'
import type { TeamDeliveryDetail } from '../../api/team-deliveries'
import { usePreviousData } from '../../lists/list'
import { Fact, Facts } from '../../ui/facts'
import { cut } from '../../ui/format'
import { CopyButton, IdText } from '../../ui/id'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { Time } from '../../ui/time'
import { SignalName } from '../signals/signal-name'
import * as listTexts from './deliveries-texts'
import { DeliveryActions } from './delivery-actions'
import { Vehicle } from './delivery-columns'
import { DeliveryErrors } from './delivery-errors'
import { polled } from './delivery-queries'
import * as texts from './delivery-texts'
import { Attempts, Signature, Times } from './delivery-times'
import { WithoutDeliveries } from './without-deliveries'

/** The last of the page. */
const DeliveryBody = later(() => import('./delivery-body').then((module) => module.DeliveryBody))
const WhatChanged = later(() => import('./what-changed-table').then((module) => module.WhatChanged))

const trail = <Link to="/deliveries">{listTexts.title}</Link>

export function Delivery({ deliveryId }: { deliveryId: string }) {
  const id = /^[1-9]\d{0,14}$/.test(deliveryId) ? Number(deliveryId) : undefined
  const asked = useQuery({
    ...query(deliveries.one, { path: { id: String(id) } }),
    ...polled,
    enabled: id !== undefined,
  })
  const delivery = usePreviousData(asked.data)
  const { error } = asked
  if (id === undefined || codeOf(error) === 'NO_DELIVERY') return <NoSuchDelivery />
  return (
    <Page
      title={delivery ? listTexts.kinds[delivery.kind] : texts.titleOf(deliveryId)}
      aside={delivery && <Time value={delivery.at} isExact />}
      trail={trail}
      actions={delivery && <DeliveryActions delivery={delivery} />}
    >
      {error !== null && (
        <WithoutDeliveries
          error={error}
          what={texts.couldNotLoad}
          onRetry={() => void asked.refetch()}
          isRetrying={asked.isFetching}
        />
      )}
      {!delivery && !error && <p role="status">{texts.loading}</p>}
      {delivery && (
        <>
          <Notes delivery={delivery} />
          <DeliveryFacts delivery={delivery} />
          <WhatChanged delivery={delivery} />
          <DeliveryErrors errors={delivery.errors} />
          <Times delivery={delivery} />
          <Signature delivery={delivery} />
          <Attempts delivery={delivery} />
          <DeliveryBody delivery={delivery} />
        </>
      )}
    </Page>
  )
}

function NoSuchDelivery() {
  return (
    <Page title={texts.noSuch} trail={trail}>
      <Notice tone="calm" actions={<Link to="/deliveries">{texts.all}</Link>}>
        <p>{texts.noSuchDetail}</p>
      </Notice>
    </Page>
  )
}

/** What is to be known of it, each in a sentence. */
function Notes({ delivery: { flags, isSealed } }: { delivery: TeamDeliveryDetail }) {
  const known = flags.flatMap((flag) => {
    const means = Object.hasOwn(texts.flagMeans, flag) ? texts.flagMeans[flag] : undefined
    return means === undefined ? [] : [{ flag, means }]
  })
  if (known.length === 0 && !isSealed) return null
  return (
    <Notice tone="amber">
      {known.map(({ flag, means }) => (
        <p key={flag}>
          <strong>{listTexts.flags[flag as keyof typeof listTexts.flags]}.</strong> {means} {/* those that are known */}
        </p>
      ))}
      {isSealed && <p>{texts.sealed}</p>}
    </Notice>
  )
}

const MOST_CODES = 20
const MOST_WORDS = 200

function DeliveryFacts({ delivery }: { delivery: TeamDeliveryDetail }) {
  const { eventType, mode, vehicleId, userId, externalId, webhookId, webhookName, triggers, eventId } = delivery
  const { deliveryId, version, bytes, pinned } = delivery
  return (
    <Facts>
      <Fact name={texts.event}>
        {listTexts.kinds[delivery.kind]}{' '}
        {eventType && (
          <code translate="no" className="quiet">
            {cut(eventType, MOST_WORDS)}
          </code>
        )}
      </Fact>
      {mode && <Fact name={texts.mode}>{cut(mode, MOST_WORDS)}</Fact>}
      <Fact name={texts.vehicle}>
        <Vehicle row={delivery} />
        {vehicleId !== null && (
          <>
            <CopyButton text={vehicleId} what={texts.vehicle} />{' '}
            <Link to="/deliveries" search={{ vehicle: vehicleId } as never /* the route's own names */}>
              {texts.ofVehicle}
            </Link>
          </>
        )}
      </Fact>
      {userId !== null && (
        <Fact name={texts.user}>
          {isSegment(userId) ? (
            <Link to="/users/$userId" params={{ userId }}>
              <IdText id={userId} isShort />
            </Link>
          ) : (
            <IdText id={userId} isShort />
          )}
          <CopyButton text={userId} what={texts.user} />
          {externalId && (
            <bdi translate="no" className="quiet">
              {' '}
              {cut(externalId, MOST_WORDS)}
            </bdi>
          )}
        </Fact>
      )}
      {webhookId !== null && (
        <Fact name={texts.webhook}>
          {isSegment(webhookId) ? (
            <Link to="/webhooks/$webhookId" params={{ webhookId }}>
              <bdi translate="no">{cut(webhookName || webhookId, MOST_WORDS)}</bdi>
            </Link>
          ) : (
            <bdi translate="no">{cut(webhookName || webhookId, MOST_WORDS)}</bdi>
          )}
        </Fact>
      )}
      {triggers.length > 0 && (
        <Fact name={texts.triggers}>
          {triggers.slice(0, MOST_CODES).map((code) => (
            <div key={code}>
              <SignalName code={code} />
            </div>
          ))}
          {triggers.length > MOST_CODES && listTexts.more(triggers.length - MOST_CODES)}
        </Fact>
      )}
      <Fact name={texts.eventId}>
        <IdText id={eventId} />
        <CopyButton text={eventId} what={texts.eventId} />
      </Fact>
      {deliveryId && (
        <Fact name={texts.deliveryId}>
          <IdText id={deliveryId} />
          <CopyButton text={deliveryId} what={texts.deliveryId} />
        </Fact>
      )}
      {version && <Fact name={texts.version}>{cut(version, MOST_WORDS)}</Fact>}
      <Fact name={texts.size}>{texts.bytes(bytes)}</Fact>
      {pinned && (
        <Fact name={listTexts.pinned}>
          {texts.pinnedBy(pinned.by)} <Time value={pinned.at} isAge="ago" />
        </Fact>
      )}
    </Facts>
  )
}
