/** What changed with a delivery, as a table: what differs first, the rest on a click. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signalText } from '../../api/signals.data'
import type { TeamDeliveryDetail } from '../../api/team-deliveries'
import { Button } from '../../ui/button'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import { SignalName } from '../signals/signal-name'
import { Delivered } from './delivered-value'
import styles from './deliveries.module.css'
import * as texts from './delivery-texts'
import { isHidden } from './last-values-kind'
import * as valueTexts from './last-values-texts'
import { type Change, changes, changesOf, idleTriggers, type ValueChange } from './what-changed'

const tones: Partial<Record<Change, 'danger' | 'good' | 'calm'>> = {
  failing: 'danger',
  'still failing': 'danger',
  recovered: 'good',
}
/** Of a delivery that has hundreds of them. */
const MOST_AT_FIRST = 50

export function WhatChanged({ delivery }: { delivery: TeamDeliveryDetail }) {
  const { values, previous } = delivery
  if (values.length === 0) return null
  const all = changesOf(delivery)
  return (
    <section className="stack" aria-labelledby="changed">
      <h2 id="changed">{all ? texts.changed : texts.values}</h2>
      {previous ? (
        <p className="quiet">
          {texts.since}{' '}
          <Link to="/deliveries/$deliveryId" params={{ deliveryId: String(previous.id) }}>
            <Time value={previous.at} isExact />
          </Link>
        </p>
      ) : (
        <p className="quiet">{texts.noPrevious}</p>
      )}
      {all && <Summary all={all} />}
      <Table delivery={delivery} all={all} />
    </section>
  )
}

function Summary({ all }: { all: readonly ValueChange[] }) {
  const counts = changes.flatMap((change) => {
    const count = all.filter((one) => one.change === change).length
    return count > 0 ? [[change, count] as const] : []
  })
  const idle = idleTriggers(all)
  return (
    <p>
      {texts.summary(counts)} {idle.length > 0 && texts.idle(idle.map((code) => signalText(code)))}
    </p>
  )
}

interface TableProps {
  delivery: TeamDeliveryDetail
  all: readonly ValueChange[] | undefined
}

function Table({ delivery: { values, triggers }, all }: TableProps) {
  const [isWhole, setWhole] = useState(false)
  const [isRevealed, setRevealed] = useState(false)
  const rows =
    all ??
    values.map((now): ValueChange => {
      return { ...now, change: 'new', before: undefined, now, isTrigger: triggers.includes(now.code) }
    })
  const differing = rows.filter(({ change }) => change !== 'same')
  const first = (differing.length > 0 ? differing : rows).slice(0, MOST_AT_FIRST)
  const shown = isWhole ? rows : first
  const areSame = all !== undefined && differing.length > 0 && differing.length <= MOST_AT_FIRST
  const headers = [...[texts.signal, ...(all ? [texts.before, texts.now, texts.change] : [texts.now])], texts.recorded]
  const hasMasked = values.some((one) => one.isPrivate && one.body !== undefined && !isHidden(one))
  return (
    <>
      {hasMasked && (
        <p>
          <button type="button" className="plain-button" onClick={() => setRevealed(!isRevealed)}>
            {isRevealed ? valueTexts.mask : valueTexts.reveal}
          </button>
        </p>
      )}
      <PlainTable name={all ? texts.changed : texts.values} headers={headers} dated={headers.length - 1}>
        <tbody>
          {shown.map((row) => (
            <PlainRow key={row.code} cells={cellsOf(row, all !== undefined, isRevealed)} />
          ))}
        </tbody>
      </PlainTable>
      {shown.length < rows.length && (
        <p>
          <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
            {areSame ? texts.showSame(rows.length - shown.length) : texts.showAll(rows.length)}
          </Button>
        </p>
      )}
    </>
  )
}

function cellsOf(
  { code, name, change, before, now, isTrigger }: ValueChange,
  isCompared: boolean,
  isRevealed: boolean,
) {
  const signal = (
    <>
      <SignalName code={code} given={name} /> {isTrigger && <span className={styles.chip}>{texts.isTrigger}</span>}
    </>
  )
  const word = (
    <span className={styles.change} data-tone={tones[change]}>
      {texts.changeWords[change]}
    </span>
  )
  return [
    signal,
    ...(isCompared ? [<Delivered key="before" of={before} isRevealed={isRevealed} />] : []),
    <Delivered key="now" of={now} isRevealed={isRevealed} />,
    ...(isCompared ? [word] : []),
    <Time key="recorded" value={now?.recordedAt ?? null} isExact isBare />,
  ]
}
