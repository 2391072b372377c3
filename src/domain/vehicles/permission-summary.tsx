/** How much of what is known each connection of a vehicle permits, and what it doesn’t; all of it is one click away. */
import { useState } from 'react'
import type { ConnectionRow } from '../../api/connections'
import { knownPermissions } from '../../api/permissions.data'
import { Button } from '../../ui/button'
import { Granted } from '../../ui/granted'
import { later } from '../../ui/later'
import { nameOf } from '../connections/connection-names'
import styles from './overview.module.css'
import * as texts from './overview-texts'
import * as common from './texts'

/** Loaded when it is opened, and with it the names of all signals. */
const PermissionView = later(() => import('./permission-view').then((module) => module.PermissionView))

/** Of more connections than this, only how much each permits is said. */
const MOST_LISTED = 3
/** Chips for each of several connections; one alone has room for all. */
const MOST_CHIPS = 4

export function PermissionSummary({ rows }: { rows: readonly ConnectionRow[] }) {
  const [isOpen, setOpen] = useState(false)
  const shown = rows.slice(0, texts.MOST_COMPARED)
  const chips = rows.length === 1 ? knownPermissions.length : rows.length <= MOST_LISTED ? MOST_CHIPS : 0
  return (
    <section className={styles.part} aria-labelledby="permission-view">
      <div className={styles.title}>
        <h2 id="permission-view">{common.mayBeRead}</h2>
        <Button
          size="compact-sm"
          variant="default"
          onPointerEnter={PermissionView.fetch}
          onFocus={PermissionView.fetch}
          onClick={() => setOpen(true)}
        >
          {texts.showAll}
        </Button>
      </div>
      <ul className={styles.grants}>
        {shown.map((row) => (
          <li key={row.id}>
            <Grants row={row} isNamed={rows.length > 1} chips={chips} />
          </li>
        ))}
      </ul>
      {rows.length > shown.length && <p className="quiet">{texts.compared(shown.length, rows.length)}</p>}
      {isOpen && <PermissionView rows={shown} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** @param chips how many of those that are missing are named */
function Grants({ row, isNamed, chips }: { row: ConnectionRow; isNamed: boolean; chips: number }) {
  const permissions = row.attributes?.permissions
  const missing = knownPermissions.filter((one) => !permissions?.includes(one))
  const granted = knownPermissions.length - missing.length
  const named = missing.slice(0, missing.length === chips + 1 ? chips + 1 : chips)
  return (
    <>
      <p className={styles.title}>
        {isNamed && (
          <bdi translate="no" className={styles.whose}>
            {nameOf(row)}
          </bdi>
        )}
        {permissions ? texts.granted(granted, knownPermissions.length) : <Granted state="unknown" />}
      </p>
      {permissions && <progress max={knownPermissions.length} value={granted} aria-hidden="true" />}
      {permissions && named.length > 0 && (
        <ul className="tags" aria-label={texts.missing}>
          <li className={styles.lead} aria-hidden="true">
            {texts.missing}
          </li>
          {named.map((permission) => (
            <li key={permission}>
              <code translate="no">{permission}</code>
            </li>
          ))}
          {missing.length > named.length && <li>{texts.moreMissing(missing.length - named.length)}</li>}
        </ul>
      )}
    </>
  )
}
