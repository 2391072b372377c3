/** Service history (2.8): newest first, costs by currency, undated records apart. */
import { useState } from 'react'
import type { Output } from '../../../api/endpoint'
import type { vehicles } from '../../../api/vehicles'
import { Measured } from '../../../ui/measure'
import { NoValue, Text } from '../../../ui/no-value'
import { Notice } from '../../../ui/notice'
import { PlainTable } from '../../../ui/plain-table'
import { Time } from '../../../ui/time'
import { Timeline } from '../../../ui/timeline'
import {
  costsOf,
  type DatedRecord,
  detailsOf,
  inOrder,
  KM_PER_MILE,
  recordsOf,
  type ServiceRecord,
} from './service-history'
import * as texts from './service-texts'
import styles from './views.module.css'

export function ServiceView({ value }: { value: Output<typeof vehicles.serviceHistory> }) {
  const [isMiles, setMiles] = useState(false)
  const records = recordsOf(value)
  if (records.length === 0) return <p>{texts.none(<NoValue kind="empty" />)}</p>
  const { dated, undated } = inOrder(records)
  const costs = costsOf(records)
  const unit = isMiles ? 'mi' : 'km'
  return (
    <>
      <div className="row">
        <span>{texts.records(records.length)}</span>
        {costs.map(([currency, total]) => (
          <span key={currency}>{texts.cost(<Measured value={total} />, currency)}</span>
        ))}
        <label className="row">
          <input type="checkbox" checked={isMiles} onChange={(event) => setMiles(event.currentTarget.checked)} />{' '}
          {texts.inMiles}
        </label>
      </div>
      {dated.some(({ goesBack }) => goesBack) && <Notice tone="amber">{texts.oneLower}</Notice>}
      <Timeline what={texts.services(dated.length)} at={dated.flatMap(({ at }) => at ?? [])} />
      <Records name={texts.title} records={dated} unit={unit} />
      {undated.length > 0 && (
        <section>
          <h2>{texts.undated}</h2>
          <Records
            name={texts.undatedTitle}
            records={undated.map((record) => ({ record, at: undefined, goesBack: false }))}
            unit={unit}
          />
        </section>
      )}
      <p className="quiet">{texts.noWindow}</p>
    </>
  )
}

interface RecordsProps {
  name: string
  records: readonly DatedRecord[]
  unit: 'km' | 'mi'
}

function Records({ name, records, unit }: RecordsProps) {
  if (records.length === 0) return null
  return (
    <PlainTable name={name} headers={texts.columns}>
      <tbody>
        {records.map(({ record, goesBack }, index) => (
          <tr key={index}>
            <th scope="row">
              {record.serviceDate ? (
                <Time value={record.serviceDate} />
              ) : (
                <NoValue kind={record.serviceDate === null ? 'null' : 'absent'} />
              )}
            </th>
            <td>
              <Odometer value={record.odometerDistance} unit={unit} />
              {goesBack && <span className={styles.warning}> {texts.goesBack}</span>}
            </td>
            <td>
              <Tasks record={record} />
            </td>
            <td>
              <Details record={record} />
            </td>
            <td>
              <Cost record={record} />
            </td>
            <td>
              <Text value={record.serviceId} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** The interface says kilometres. */
function Odometer({ value, unit }: { value: number | null | undefined; unit: 'km' | 'mi' }) {
  if (typeof value !== 'number') return <NoValue kind={value === null ? 'null' : 'absent'} />
  return (
    // What was converted is no more exact than the kilometres were.
    <Measured value={unit === 'mi' ? Math.round((value / KM_PER_MILE) * 100) / 100 : value} unit={unit} />
  )
}

function Tasks({ record: { serviceTasks } }: { record: ServiceRecord }) {
  if (!serviceTasks) return <NoValue kind={serviceTasks === null ? 'null' : 'absent'} />
  if (serviceTasks.length === 0) return <NoValue kind="empty" />
  return (
    <ul className={styles.plain}>
      {serviceTasks.map(({ taskId, taskDescription }, index) => (
        <li key={index}>
          <Text value={taskDescription} /> {taskId && <span className="quiet">{taskId}</span>}
        </li>
      ))}
    </ul>
  )
}

function Details({ record }: { record: ServiceRecord }) {
  const details = detailsOf(record)
  if (details.length === 0) return <NoValue kind={record.serviceDetails ? 'empty' : 'absent'} />
  return (
    <ul className={styles.plain}>
      {details.map(({ type, value }, index) => (
        <li key={index}>
          <Text value={type} /> {value !== undefined && <Text value={value} />}
        </li>
      ))}
    </ul>
  )
}

function Cost({ record: { serviceCost } }: { record: ServiceRecord }) {
  const total = serviceCost?.totalCost
  if (typeof total !== 'number')
    return <NoValue kind={serviceCost === undefined || total === undefined ? 'absent' : 'null'} />
  return (
    <span className="number">
      <Measured value={total} /> <Text value={serviceCost?.currency} />
    </span>
  )
}
