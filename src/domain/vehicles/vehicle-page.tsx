/** The frame of every page of one vehicle: which car it is, what can be done with it, and its tabs. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { ConnectionRow } from '../../api/connections'
import { isAsleep } from '../../api/errors'
import { lookedAt } from '../../core/recent'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { cutMiddle } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { Mode } from '../../ui/mode'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { carBeside, carOf } from '../connections/connection-names'
import type { Related } from '../connections/related'
import { vehicleConnections } from './load-vehicle'
import { type NoToken, useNoToken } from './no-token'
import * as texts from './texts'
import styles from './vehicle-page.module.css'
import { VehicleTools } from './vehicle-tools'

export type VehicleFacts = NonNullable<ConnectionRow['attributes']>['vehicle']

export interface KnownVehicle {
  vehicleId: string
  /** Undefined until its connections were read, and where there are none. */
  vehicle: VehicleFacts
  /** Its connections, as far as they were read; empty until then. */
  rows: readonly ConnectionRow[]
  related: Related | undefined
  error: unknown
  retry: () => void
  isPending: boolean
  /** True while they are asked for, the first time or again. */
  isAsking: boolean
  /** Why none of its version 2.0 reads can be sent, once that is known. */
  token: NoToken
}

/** What the connections of a vehicle say about it. The API has no read for a vehicle itself. */
export function useVehicle(vehicleId: string): KnownVehicle {
  const { data, error, isPending, isFetching, refetch } = useQuery(vehicleConnections(vehicleId))
  const rows = data?.rows ?? []
  const vehicle = rows.find(({ attributes }) => attributes?.vehicle)?.attributes?.vehicle
  return {
    vehicleId,
    vehicle,
    rows,
    related: data,
    error,
    isPending,
    isAsking: isFetching,
    token: useNoToken(vehicleId, 'vehicleData'),
    retry: () => void refetch(),
  }
}

/** Beside the vehicle's first page. */
const tabs = [
  { to: '/vehicles/$vehicleId/battery', text: texts.battery },
  { to: '/vehicles/$vehicleId/service', text: texts.service },
  { to: '/vehicles/$vehicleId/trouble-codes', text: texts.troubleCodes },
  { to: '/vehicles/$vehicleId/system-status', text: texts.systemStatus },
  { to: '/vehicles/$vehicleId/vin', text: texts.vin },
  { to: '/vehicles/$vehicleId/batch', text: texts.batch },
  { to: '/vehicles/$vehicleId/signals', text: texts.signals },
] as const

interface Props {
  known: KnownVehicle
  /** The tab's own title, e.g. `Battery capacity`; the vehicle's first page has none. */
  title?: string
  actions?: ReactNode
  children: ReactNode
}

/**
 * Where they do not fit the tabs scroll sideways: the one that is open is in view, at every width, and the first one that
 * is seen begins there, as long as others follow; the page stays.
 */
function showCurrent(nav: HTMLElement) {
  const observer = new ResizeObserver(() => {
    const tabs = [...nav.querySelectorAll('a')]
    const current = tabs.find((tab) => tab.hasAttribute('aria-current'))
    if (!current) return
    const inTheMiddle = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
    nav.scrollLeft = tabs.slice(1).findLast(({ offsetLeft }) => offsetLeft <= inTheMiddle)?.offsetLeft ?? 0
  })
  observer.observe(nav) // told before it is painted, the first time too
  return () => observer.disconnect()
}

/** The five reads, batch and signals stand beside the first page as tabs: links, so that each has its address. */
export function VehiclePage({ known, title, actions, children }: Props) {
  const { vehicleId, vehicle, error } = known
  const { make, model } = vehicle ?? {}
  const name = carOf({ make, model }) || cutMiddle(vehicleId)
  useEffect(() => {
    if (vehicle) lookedAt('vehicle', vehicleId, carOf(vehicle))
  }, [vehicle, vehicleId])
  return (
    <Page
      isName
      title={name}
      part={title}
      aside={(vehicle && carBeside(vehicle)) || undefined}
      trail={
        <>
          <Link to="/vehicles">{texts.list}</Link>
          {title && (
            <>
              {' / '}
              <Link to="/vehicles/$vehicleId" params={{ vehicleId }}>
                <bdi translate="no">{name}</bdi>
              </Link>
            </>
          )}
        </>
      }
      actions={
        <>
          {actions}
          <VehicleTools vehicleId={vehicleId} rows={known.rows} />
        </>
      }
    >
      <p className={`row ${styles.identity}`}>
        <span>
          <span translate="no" className="whole-id">
            {vehicleId}
          </span>
          <CopyButton text={vehicleId} what={texts.vehicleId} />
        </span>
        {vehicle && <Mode mode={vehicle.mode} />}
      </p>
      <nav aria-label={texts.vehicle} className={styles.tabs} ref={showCurrent}>
        <Link to="/vehicles/$vehicleId" params={{ vehicleId }} activeOptions={{ exact: true }}>
          {texts.firstTab}
        </Link>
        {tabs.map(({ to, text }) => (
          <Link key={to} to={to} params={{ vehicleId }}>
            {text}
          </Link>
        ))}
      </nav>
      {error !== null &&
        (isAsleep(error) ? (
          <Notice
            tone="calm"
            actions={
              <Button size="compact-sm" variant="default" loading={known.isAsking} onClick={known.retry}>
                {texts.retry}
              </Button>
            }
          >
            {texts.connectionsUnloaded}
          </Notice>
        ) : (
          <Failure error={error} onRetry={known.retry} isRetrying={known.isAsking} />
        ))}
      {children}
    </Page>
  )
}
