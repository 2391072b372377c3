/** Battery capacity (2.7): how large it is or why nobody can tell, who says so, and what it may be. */

import { Icon } from '../../../ui/icon'
import { Measured } from '../../../ui/measure'
import { NoValue, Text } from '../../../ui/no-value'
import { Notice } from '../../../ui/notice'
import { type Capacity, capacityCase, type Evidence } from './capacity-case'
import { Card, CardTable } from './card-table'
import styles from './views.module.css'

const because = ([capacity, candidates, link]: Evidence) => `The response ${capacity}, ${candidates} and ${link}.`
const notDetermined = 'Not determined'
const candidatesText = 'Candidates'
const columns = ['Capacity', 'Description', 'Chosen']
const chosenWords = { determined: 'Determined', chosen: 'Chosen by the owner' } as const
const isCapacity = 'This capacity'

export function BatteryView({ value }: { value: Capacity }) {
  const { kind, title, meaning, evidence, contradictions } = capacityCase(value)
  const { capacity, availableCapacities: candidates } = value
  const isNone = capacity === null
  const chosenWord = kind === 'determined' || kind === 'chosen' ? chosenWords[kind] : isCapacity
  const largest = (candidates ?? []).reduce((most, one) => Math.max(most, one.capacity ?? 0), 0)
  return (
    <>
      <div>
        <p className={styles.headline}>
          {isNone ? (
            notDetermined
          ) : typeof capacity?.nominal === 'number' ? (
            <Measured value={capacity.nominal} unit="kWh" />
          ) : (
            <NoValue kind={capacity?.nominal === null ? 'null' : 'absent'} />
          )}
        </p>
        {title !== notDetermined && <h2>{title}</h2>}
        <p>{meaning}</p>
      </div>
      {contradictions.map((text) => (
        <Notice key={text} tone="amber">
          {text}
        </Notice>
      ))}
      <section>
        <h2 className={styles.subtitle}>{candidatesText}</h2>
        {candidates === null || candidates === undefined ? (
          <NoValue kind={candidates === null ? 'null' : 'absent'} />
        ) : candidates.length === 0 ? (
          <NoValue kind="empty" />
        ) : (
          <CardTable name={candidatesText} headers={columns}>
            {candidates.map((candidate, index) => {
              const size = candidate.capacity
              const isChosen = typeof size === 'number' && size === capacity?.nominal
              return (
                <Card
                  key={index}
                  tone={isChosen ? 'good' : undefined}
                  cells={[
                    <span key="capacity" className={styles.figure}>
                      {typeof size === 'number' ? <Measured value={size} unit="kWh" /> : <Text value={size} />}
                    </span>,
                    <>
                      <Text value={candidate.description} />
                      {typeof size === 'number' && largest > 0 && (
                        <span
                          aria-hidden="true"
                          className={styles.size}
                          data-chosen={isChosen || undefined}
                          style={{ width: `${(Math.max(0, size) / largest) * 100}%` }}
                        />
                      )}
                    </>,
                    isChosen && (
                      <span className={styles.good}>
                        <Icon name="circle-check" size={14} /> {chosenWord}
                      </span>
                    ),
                  ]}
                />
              )
            })}
          </CardTable>
        )}
      </section>
      <p className="quiet">{because(evidence)}</p>
    </>
  )
}
