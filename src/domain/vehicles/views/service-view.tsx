/** Service history (2.8) as a line of services, newest first, with what lies between them; undated records apart. */

import { Fragment, useState } from 'react'
import type { Output } from '../../../api/endpoint'
import type { vehicleData } from '../../../api/vehicle-data'
import { saveTable } from '../../../core/table-file'
import { Button } from '../../../ui/button'
import { Measured } from '../../../ui/measure'
import { NoValue, Text } from '../../../ui/no-value'
import { Notice } from '../../../ui/notice'
import { PlainRow, PlainTable } from '../../../ui/plain-table'
import { Time } from '../../../ui/time'
import {
  costsOf,
  type DatedRecord,
  detailsOf,
  inOrder,
  inUnit,
  recordsOf,
  rowOf,
  type ServiceRecord,
  type Unit,
} from './service-history'
import * as texts from './service-texts'
import styles from './views.module.css'

export function ServiceView({ value }: { value: Output<typeof vehicleData.serviceHistory> }) {
  const [isMiles, setMiles] = useState(false)
  const records = recordsOf(value)
  if (records.length === 0)
    return (
      <div>
        <p className={styles.headline} data-words>
          {texts.none}
        </p>
        <p className="quiet">{texts.windowed}</p>
      </div>
    )
  const { dated, undated: withoutDate } = inOrder(records)
  const undated = withoutDate.map((record) => ({ record, at: undefined, goesBack: false }))
  const unit = isMiles ? 'mi' : 'km'
  const save = () =>
    void saveTable('CSV', {
      what: texts.file,
      parts: [],
      at: Date.now(),
      facts: {},
      records: [...dated, ...undated].map(({ record }) => rowOf(record)),
    })
  return (
    <>
      <div>
        <p className={styles.headline} data-words>
          {texts.records(records.length)}
        </p>
        <div className="row">
          {costsOf(records).map(([currency, total]) => (
            <span key={currency}>{texts.cost(<Measured value={total} />, currency)}</span>
          ))}
          <label className="row">
            <input type="checkbox" checked={isMiles} onChange={(event) => setMiles(event.currentTarget.checked)} />{' '}
            {texts.inMiles}
          </label>
        </div>
      </div>
      {dated.some(({ goesBack }) => goesBack) && <Notice tone="amber">{texts.oneLower}</Notice>}
      <Services name={texts.services} records={dated} unit={unit} />
      {undated.length > 0 && (
        <section>
          <h2 className={styles.subtitle}>{texts.undated}</h2>
          <Services name={texts.undatedServices} records={undated} unit={unit} />
        </section>
      )}
      <details>
        <summary>{texts.asTable}</summary>
        <div className="stack">
          <Records name={texts.title} records={dated} unit={unit} />
          <Records name={texts.undatedTitle} records={undated} unit={unit} />
          <div>
            <Button size="compact-sm" variant="default" onClick={save}>
              {texts.saveCsv(records.length)}
            </Button>
          </div>
        </div>
      </details>
      <p className="quiet">{texts.windowed}</p>
    </>
  )
}

interface RecordsProps {
  name: string
  records: readonly DatedRecord[]
  unit: Unit
}

function Services({ name, records, unit }: RecordsProps) {
  if (records.length === 0) return null
  return (
    <ol className={styles.services} aria-label={name}>
      {records.map((one, index) => (
        <Service key={index} one={one} unit={unit} />
      ))}
    </ol>
  )
}

function Service({ one: { record, at, goesBack, since }, unit }: { one: DatedRecord; unit: Unit }) {
  const { serviceId, serviceCost } = record
  const details = detailsOf(record)
  return (
    <li>
      <span className={styles.figure}>
        <Odometer value={record.odometerDistance} unit={unit} />
      </span>
      {at !== undefined && (
        <span className={styles.when}>
          <Time value={record.serviceDate} mayBeDay />
        </span>
      )}
      {goesBack && <span className={styles.warning}>{texts.goesBack}</span>}
      <div>
        <Tasks record={record} />
      </div>
      <span className={styles.aside}>
        {details.length > 0 && <Details record={record} />}
        {typeof serviceCost?.totalCost === 'number' && texts.cost(<Cost record={record} />, ' ')}
        {serviceId && <span className={styles.note}>{texts.record(<Text value={serviceId} />)}</span>}
      </span>
      {since && (
        <span className={styles.since}>
          {texts.sinceBefore(since.km === undefined ? undefined : inUnit(since.km, unit), unit, since.days)}
        </span>
      )}
    </li>
  )
}

function Records({ name, records, unit }: RecordsProps) {
  if (records.length === 0) return null
  return (
    <PlainTable name={name} headers={texts.columns} dated={0}>
      <tbody>
        {records.map(({ record, goesBack }, index) => (
          <PlainRow
            key={index}
            cells={[
              record.serviceDate ? (
                <Time value={record.serviceDate} isBare mayBeDay />
              ) : (
                <NoValue kind={record.serviceDate === null ? 'null' : 'absent'} />
              ),
              <Fragment key="odometer">
                <Odometer value={record.odometerDistance} unit={unit} />
                {goesBack && <span className={styles.warning}> {texts.goesBack}</span>}
              </Fragment>,
              <Tasks key="tasks" record={record} />,
              <Details key="details" record={record} />,
              <Cost key="cost" record={record} />,
              <Text key="record" value={record.serviceId} />,
            ]}
          />
        ))}
      </tbody>
    </PlainTable>
  )
}

/** The interface says kilometers. */
function Odometer({ value, unit }: { value: number | null | undefined; unit: Unit }) {
  if (typeof value !== 'number') return <NoValue kind={value === null ? 'null' : 'absent'} />
  return <Measured value={inUnit(value, unit)} unit={unit} />
}

function Tasks({ record: { serviceTasks } }: { record: ServiceRecord }) {
  if (!serviceTasks) return <NoValue kind={serviceTasks === null ? 'null' : 'absent'} />
  if (serviceTasks.length === 0) return <NoValue kind="empty" />
  const told = serviceTasks.filter(({ taskId, taskDescription }) => taskId || taskDescription)
  if (told.length === 0) return <NoValue kind="null" />
  return (
    <ul className={styles.plain} aria-label={texts.tasks}>
      {told.map(({ taskId, taskDescription }, index) => (
        <li key={index}>
          {taskDescription && <Text value={taskDescription} />}{' '}
          {taskId && (
            <span className="quiet">
              <Text value={texts.taskId(taskId)} />
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
    <ul className={styles.plain} aria-label={texts.details}>
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
