/** How long a delivery took, leg by leg; how it was signed; and each arrival of its event. */
import type { TeamDeliveryDetail } from '../../api/team-deliveries'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import styles from './deliveries.module.css'
import { delayOf } from './delivery-columns'
import * as texts from './delivery-texts'

interface Props {
  delivery: TeamDeliveryDetail
}

/** The newest of them: that one is why it was sent. */
const newest = (times: readonly (string | null)[]) =>
  times
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1) ?? null

export function Times({ delivery: { values, sentAt, at } }: Props) {
  const steps = [
    ['recorded', newest(values.map(({ recordedAt }) => recordedAt))],
    ['fetched', newest(values.map(({ fetchedAt }) => fetchedAt))],
    ['sent', sentAt],
    ['received', at],
  ] as const
  return (
    <section className="stack" aria-labelledby="times">
      <h2 id="times">{texts.times}</h2>
      <PlainTable name={texts.times} headers={[texts.step, texts.time, texts.took]} dated={1}>
        <tbody>
          {steps.map(([step, time], index) => {
            const before = steps.slice(0, index).findLast(([, one]) => one !== null)?.[1]
            return (
              <PlainRow
                key={step}
                cells={[
                  texts.legs[step],
                  time === null ? <span className="quiet">{texts.unknown}</span> : <Time value={time} isExact isBare />,
                  before && time ? delayOf(Date.parse(time) - Date.parse(before)) : '',
                ]}
              />
            )
          })}
        </tbody>
      </PlainTable>
      <p className="quiet">{texts.skew}</p>
    </section>
  )
}

export function Signature({ delivery: { signature, signedWith } }: Props) {
  return (
    <section className="stack" aria-labelledby="signature">
      <h2 id="signature">{texts.signature}</h2>
      <p>{texts.signed[signedWith]}</p>
      {signature && (
        <code translate="no" className={styles.code}>
          {signature}
        </code>
      )}
    </section>
  )
}

export function Attempts({ delivery: { tries } }: Props) {
  return (
    <section className="stack" aria-labelledby="attempts">
      <h2 id="attempts">{texts.attempts}</h2>
      <PlainTable name={texts.attempts} headers={[texts.received, texts.sent, texts.answer, texts.address]} dated={0}>
        <tbody>
          {tries.map(({ at, sentAt, status, address }, index) => (
            <PlainRow
              key={`${index} ${at}`}
              cells={[
                <Time key="at" value={at} isExact isBare />,
                sentAt === null ? (
                  <span className="quiet">{texts.unknown}</span>
                ) : (
                  <Time value={sentAt} isExact isBare />
                ),
                String(status),
                address ? <code translate="no">{address}</code> : <span className="quiet">{texts.unknown}</span>,
              ]}
            />
          ))}
        </tbody>
      </PlainTable>
    </section>
  )
}
