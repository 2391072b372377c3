/** At the right of a vehicle's heading, on all of its tabs: why nothing arrives, and a menu of what is rarely needed. */
import { useState } from 'react'
import type { ConnectionRow } from '../../api/connections'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import * as texts from './texts'
import styles from './vehicle-page.module.css'

/** Each is loaded when it is opened. */
const Deliveries = later(() => import('./vehicle-deliveries').then((module) => module.DeliveryOfVehicle))
const MenuItems = later(() => import('./vehicle-menu').then((module) => module.VehicleMenu))

const MENU = 'vehicle-menu'

interface Props {
  vehicleId: string
  /** Its connections, as far as they were read. */
  rows: readonly ConnectionRow[]
}

export function VehicleTools({ vehicleId, rows }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Troubleshoot vehicleId={vehicleId} name={texts.delivery} />
      <Button
        size="compact-sm"
        variant="default"
        className={styles.more}
        popoverTarget={MENU}
        onPointerEnter={MenuItems.fetch}
        onFocus={MenuItems.fetch}
      >
        {texts.more}
      </Button>
      <div
        id={MENU}
        popover="auto"
        className={styles.menu}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
      >
        {/* Over all that the menu covers in part: a click beside the menu closes it, and meets nothing below. */}
        <button
          type="button"
          className={styles.beside}
          popoverTarget={MENU}
          popoverTargetAction="hide"
          tabIndex={-1}
          aria-hidden="true"
        />
        <div className={styles.items}>{isOpen && <MenuItems vehicleId={vehicleId} rows={rows} />}</div>
      </div>
    </>
  )
}

/** The button that opens the check of a delivery; it has a second name where one is about webhooks. */
export function Troubleshoot({ vehicleId, name }: { vehicleId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onPointerEnter={Deliveries.fetch}
        onFocus={Deliveries.fetch}
        onClick={() => setOpen(true)}
      >
        {name}
      </Button>
      {isOpen && <Deliveries vehicleId={vehicleId} onClose={() => setOpen(false)} />}
    </>
  )
}
