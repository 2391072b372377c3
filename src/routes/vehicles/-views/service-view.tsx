/** Service history (2.8): newest first, costs by currency, undated records apart. */
import { useState } from 'react'
import type { Output } from '../../../api/endpoint'
import type { vehicles } from '../../../api/vehicles'
import { formatNumber, plural } from '../../../ui/format'
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
import styles from './views.module.css'

export function ServiceView({ value }: { value: Output<typeof vehicles.serviceHistory> }) {
  const [isMiles, setMiles] = useState(false)
  const records = recordsOf(value)
  if (records.length === 0)
    return (
      <p>
        <NoValue kind="empty" /> The service may look back one year only: an empty list can mean that nothing was done
        since.
      </p>
    )
  const { dated, undated } = inOrder(records)
  const costs = costsOf(records)
  const unit = isMiles ? 'mi' : 'km'
  return (
    <>
      <div className="row">
        <span>{plural(records.length, 'record')}.</span>
        {costs.map(([currency, total]) => (
          <span key={currency}>
            Cost {formatNumber(total)} {currency || <span className="quiet">without a currency</span>}
          </span>
        ))}
        <label className="row">
          <input type="checkbox" checked={isMiles} onChange={(event) => setMiles(event.currentTarget.checked)} /> Miles
          instead of kilometres
        </label>
      </div>
      {dated.some(({ goesBack }) => goesBack) && (
        <Notice tone="amber">
          An odometer is lower than at an earlier service: one of the records is wrong, or another car’s.
        </Notice>
      )}
      <Timeline what={plural(dated.length, 'service')} at={dated.flatMap(({ at }) => at ?? [])} />
      <Records name="Service history" records={dated} unit={unit} />
      {undated.length > 0 && (
        <section>
          <h2>Without a date</h2>
          <Records
            name="Service records without a date"
            records={undated.map((record) => ({ record, at: undefined, goesBack: false }))}
            unit={unit}
          />
        </section>
      )}
      <p className="quiet">
        Asked for without a window: the interface shows none. A service may answer with the last year only.
      </p>
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
    <PlainTable name={name} headers={['Date', 'Odometer', 'Tasks', 'Source and details', 'Cost', 'Record']}>
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
              {goesBack && <span className={styles.warning}> goes back</span>}
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
    <span className="number">
      {formatNumber(unit === 'mi' ? value / KM_PER_MILE : value)} <span className="quiet">{unit}</span>
    </span>
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
      {formatNumber(total)} <Text value={serviceCost?.currency} />
    </span>
  )
}
