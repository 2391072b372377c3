/** Battery capacity (2.7): which case it is, the candidates, and the way for the owner to choose. */

import { Measured } from '../../../ui/measure'
import { NoValue, Text } from '../../../ui/no-value'
import { Notice } from '../../../ui/notice'
import { PlainTable } from '../../../ui/plain-table'
import { type Capacity, capacityCase, type Evidence } from './capacity-case'
import styles from './views.module.css'

const because = ([capacity, candidates, link]: Evidence) => `The response ${capacity}, ${candidates} and ${link}.`
const candidatesText = 'Candidates'
const columns = ['Capacity', 'Description', 'Chosen']
const chosen = 'Yes'

export function BatteryView({ value }: { value: Capacity }) {
  const { title, meaning, evidence, contradictions } = capacityCase(value)
  const { capacity, availableCapacities: candidates } = value
  const largest = Math.max(1, ...(candidates ?? []).map((one) => one.capacity ?? 0))
  return (
    <>
      <div>
        <p className={styles.headline}>
          {typeof capacity?.nominal === 'number' ? (
            <Measured value={capacity.nominal} unit="kWh" />
          ) : (
            <NoValue
              kind={capacity === undefined || (capacity && capacity.nominal === undefined) ? 'absent' : 'null'}
            />
          )}
        </p>
        <h2>{title}</h2>
        <p>{meaning}</p>
        <p className="quiet">{because(evidence)}</p>
      </div>
      {contradictions.map((text) => (
        <Notice key={text} tone="amber">
          {text}
        </Notice>
      ))}
      <section>
        <h2>{candidatesText}</h2>
        {candidates === null || candidates === undefined ? (
          <NoValue kind={candidates === null ? 'null' : 'absent'} />
        ) : candidates.length === 0 ? (
          <NoValue kind="empty" />
        ) : (
          <PlainTable name={candidatesText} headers={columns}>
            <tbody>
              {candidates.map((candidate, index) => (
                <tr key={index}>
                  <th scope="row">
                    {typeof candidate.capacity === 'number' ? (
                      <>
                        <Measured value={candidate.capacity} unit="kWh" />
                        <span
                          aria-hidden="true"
                          className={styles.size}
                          data-chosen={(capacity && candidate.capacity === capacity.nominal) || undefined}
                          style={{ width: `${(Math.max(0, candidate.capacity) / largest) * 100}%` }}
                        />
                      </>
                    ) : (
                      <Text value={candidate.capacity} />
                    )}
                  </th>
                  <td>
                    <Description text={candidate.description} />
                  </td>
                  <td>{capacity && candidate.capacity === capacity.nominal ? chosen : ''}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        )}
      </section>
    </>
  )
}

/** Seen as `ENGINE:TRIM`, e.g. `BEV:Extended Range`. */
function Description({ text }: { text: string | null | undefined }) {
  const found = /^([^:]+):(.+)$/.exec(text ?? '')
  if (!found) return <Text value={text} />
  return (
    <>
      <Text value={found[2]} />{' '}
      <span className="quiet">
        (<Text value={found[1]} />)
      </span>
    </>
  )
}
