/** Service history (2.8): newest first, costs by currency, undated records apart. */

import { type ReactNode, useState } from 'react'
import type { Output } from '../../../api/endpoint'
import type { vehicleData } from '../../../api/vehicle-data'
import { plural } from '../../../ui/format'
import { Measured } from '../../../ui/measure'
import { NoValue, Text } from '../../../ui/no-value'
import { Notice } from '../../../ui/notice'
import { PlainRow, PlainTable } from '../../../ui/plain-table'
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

const none = (empty: ReactNode) => <>{empty} The provider may return only the last 12 months.</>
const recordsText = (count: number) => `${plural(count, 'record')}.`
const cost = (total: ReactNode, currency: string) => (
  <>
    Cost {total} {currency || <span className="quiet">(no currency)</span>}
  </>
)
const inMiles = 'Show miles'
const oneLower =
  'One odometer value is lower than at an earlier service. A record may be wrong or belong to another car.'
const services = (count: number) => plural(count, 'service')
const titleText = 'Service history'
const columns = ['Date', 'Odometer', 'Tasks', 'Source and details', 'Cost', 'Record']
const taskIdText = (id: string) => `Task ID ${id}`
const goesBackText = 'lower than before'
const undatedText = 'No date'
const undatedTitle = 'Service records without a date'
const noWindow = 'No date range was sent. The provider may return only the last 12 months.'

export function ServiceView({ value }: { value: Output<typeof vehicleData.serviceHistory> }) {
  const [isMiles, setMiles] = useState(false)
  const records = recordsOf(value)
  if (records.length === 0) return <p>{none(<NoValue kind="empty" />)}</p>
  const { dated, undated } = inOrder(records)
  const costs = costsOf(records)
  const unit = isMiles ? 'mi' : 'km'
  return (
    <>
      <div className="row">
        <span>{recordsText(records.length)}</span>
        {costs.map(([currency, total]) => (
          <span key={currency}>{cost(<Measured value={total} />, currency)}</span>
        ))}
        <label className="row">
          <input type="checkbox" checked={isMiles} onChange={(event) => setMiles(event.currentTarget.checked)} />{' '}
          {inMiles}
        </label>
      </div>
      {dated.some(({ goesBack }) => goesBack) && <Notice tone="amber">{oneLower}</Notice>}
      <Timeline what={services(dated.length)} at={dated.flatMap(({ at }) => at ?? [])} />
      <Records name={titleText} records={dated} unit={unit} />
      {undated.length > 0 && (
        <section>
          <h2>{undatedText}</h2>
          <Records
            name={undatedTitle}
            records={undated.map((record) => ({ record, at: undefined, goesBack: false }))}
            unit={unit}
          />
        </section>
      )}
      <p className="quiet">{noWindow}</p>
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
    <PlainTable name={name} headers={columns} dated={0}>
      <tbody>
        {records.map(({ record, goesBack }, index) => (
          <PlainRow
            key={index}
            cells={[
              record.serviceDate ? (
                <Time value={record.serviceDate} isBare />
              ) : (
                <NoValue kind={record.serviceDate === null ? 'null' : 'absent'} />
              ),
              <>
                <Odometer value={record.odometerDistance} unit={unit} />
                {goesBack && <span className={styles.warning}> {goesBackText}</span>}
              </>,
              <Tasks record={record} />,
              <Details record={record} />,
              <Cost record={record} />,
              <Text value={record.serviceId} />,
            ]}
          />
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
  const told = serviceTasks.filter(({ taskId, taskDescription }) => taskId || taskDescription)
  if (told.length === 0) return <NoValue kind="null" />
  return (
    <ul className={styles.plain}>
      {told.map(({ taskId, taskDescription }, index) => (
        <li key={index}>
          {taskDescription && <Text value={taskDescription} />}{' '}
          {taskId && (
            <span className="quiet">
              <Text value={taskIdText(taskId)} />
            </span>
          )}
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
          <Text value={type} /> {value !== undefined && value !== null && <Text value={value} />}
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
