/** One answer of a batch in full: the same views as the vehicle's tabs, else what the body lists. */
import type { ReactNode } from 'react'
import { read } from '../../../api/read'
import { vehicleData } from '../../../api/vehicle-data'
import { Text } from '../../../ui/no-value'
import { PlainTable } from '../../../ui/plain-table'
import { BatteryView } from '../views/battery'
import { CodesView } from '../views/codes-view'
import { ServiceView } from '../views/service-view'
import { StatusView } from '../views/status-view'
import { VinView } from '../views/vin-view'
import { readOf } from './read-of'
import * as texts from './run-texts'

const views: Readonly<Record<string, (body: unknown) => ReactNode>> = {
  '/battery/nominal_capacity': (body) => <BatteryView value={read(vehicleData.batteryCapacity.response, body).value} />,
  '/service/history': (body) => <ServiceView value={read(vehicleData.serviceHistory.response, body).value} />,
  '/diagnostics/dtcs': (body) => <CodesView value={read(vehicleData.troubleCodes.response, body).value} />,
  '/diagnostics/system_status': (body) => <StatusView value={read(vehicleData.systemStatus.response, body).value} />,
  '/vin': (body) => <VinView value={read(vehicleData.vin.response, body).value} />,
  '/security': (body) => <Parts body={body} />,
  '/permissions': (body) => <Permissions body={body} />,
}

/** Undefined where the measures say it all, or the body is no such thing. */
export function fullViewOf(path: string, body: unknown): ReactNode {
  const name = readOf(path)
  const view = Object.hasOwn(views, name) ? views[name] : undefined
  const isUsable = typeof body === 'object' && body !== null && (!Array.isArray(body) || name === '/service/history')
  return view && isUsable ? view(body) : undefined
}

/** Doors, windows and what else can be open, each with its state. */
function Parts({ body }: { body: unknown }) {
  const parts = Object.entries(body as object).flatMap(([group, items]) =>
    Array.isArray(items) ? items.map((item: unknown) => ({ group, ...(item as object | null) })) : [],
  ) // fullViewOf has looked: an object; a part of any shape spreads to what it has
  if (parts.length === 0) return undefined
  return (
    <PlainTable name={texts.parts} headers={texts.partColumns}>
      <tbody>
        {parts.map((part: { group: string; type?: unknown; status?: unknown }, index) => (
          <tr key={index}>
            <th scope="row">{part.group}</th>
            <td>
              <Text value={textOf(part.type)} />
            </td>
            <td>
              <Text value={textOf(part.status)} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

const textOf = (value: unknown): string | null | undefined =>
  value === null || value === undefined ? value : typeof value === 'string' ? value : JSON.stringify(value)

function Permissions({ body }: { body: unknown }) {
  const { permissions } = body as { permissions?: unknown } // fullViewOf has looked: an object
  if (!Array.isArray(permissions) || permissions.length === 0) return undefined
  return (
    <p>
      {permissions.map((permission: unknown, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <code translate="no">{textOf(permission) ?? 'null'}</code>
        </span>
      ))}
    </p>
  )
}
