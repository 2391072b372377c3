/** What a version 2.0 body says, as a few named measures: for a cell of a table, a comparison, a file. */

import { read } from '../../../api/read'
import { vehicleData } from '../../../api/vehicle-data'
import { unitBehind } from '../../../ui/measure'
import { capacityCase } from '../views/capacity-case'
import { recordsOf } from '../views/service-history'
import * as texts from './measures-texts'
import { type Measure, plainMeasuresOf, valueText } from './plain-measures'
import { readOf } from './read-of'

/** Undefined where the console knows no view of this read; text where the body is no such thing at all. */
export function measuresOf(
  path: string,
  body: unknown,
  unitSystem: string | undefined,
): Measure[] | string | undefined {
  const name = readOf(path)
  if (name === '/service/history') return serviceOf(body)
  if (name === '/battery/nominal_capacity') return capacityOf(body)
  return plainMeasuresOf(name, body, unitSystem)
}

function capacityOf(body: unknown): Measure[] | string {
  if (body === null || body === undefined) return [{ value: body }]
  if (typeof body !== 'object' || Array.isArray(body)) return Array.isArray(body) ? texts.listCame : texts.noObject
  const { value } = read(vehicleData.batteryCapacity.response, body)
  const nominal = value.capacity === null ? null : value.capacity?.nominal
  return [{ value: nominal, unit: 'kWh' }, { value: capacityCase(value).title }]
}

/** One record or a list of them (2.8). */
function serviceOf(body: unknown): Measure[] | string {
  if (body === null || body === undefined) return [{ value: body }]
  if (typeof body !== 'object') return texts.noRecords
  const { value } = read(vehicleData.serviceHistory.response, body)
  return [{ value: texts.records(recordsOf(value).length) }]
}

/** All of it in one line, e.g. `level 62%, range 410 km`. */
export function measuresText(measures: Measure[] | string | undefined): string {
  if (measures === undefined) return ''
  if (typeof measures === 'string') return measures
  return measures
    .map(({ name, value, unit }) =>
      [name, `${valueText(value)}${typeof value === 'number' && unit ? unitBehind(unit) : ''}`]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}
