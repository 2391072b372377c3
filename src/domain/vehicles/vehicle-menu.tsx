/** What of a vehicle is rarely needed: links, loaded when the menu is opened. */
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { ConnectionRow } from '../../api/connections'
import { version2Reads } from '../../api/version2-reads.data'
import { plural } from '../../ui/format'
import { grantOf } from './permissions'
import styles from './vehicle-menu.module.css'
import * as texts from './vehicle-parts-texts'

const batchOfGranted = (requests: number) => `Batch of all granted reads (${plural(requests, 'request')})`

const closeMenu = ({ currentTarget }: MouseEvent) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

export function VehicleMenu({ vehicleId, rows }: { vehicleId: string; rows: readonly ConnectionRow[] }) {
  const granted = version2Reads.filter(
    ({ permission }) => permission && ['granted', 'some'].includes(grantOf(rows, permission).state),
  )
  return (
    <div className={styles.items}>
      {granted.length > 0 && (
        <Link
          to="/vehicles/$vehicleId/batch"
          params={{ vehicleId }}
          search={{ path: granted.map(({ path }) => path) }}
          className={styles.item}
          onClick={closeMenu}
        >
          {batchOfGranted(granted.length)}
        </Link>
      )}
      <Link to="/connections" search={{ 'filter[vehicleId]': vehicleId }} className={styles.item} onClick={closeMenu}>
        {texts.connectionList}
      </Link>
      <Link
        to="/vehicles/$vehicleId"
        params={{ vehicleId }}
        hash="vehicle-token"
        className={styles.item}
        onClick={closeMenu}
      >
        {texts.token}
      </Link>
    </div>
  )
}
