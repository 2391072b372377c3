/** What a batch is about to ask, before it is sent: order, permissions, deprecation, the exact request. */

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { batch } from '../../../api/batch'
import type { Deprecation } from '../../../api/endpoint'
import { BY_Q4_2026, vehicleData } from '../../../api/vehicle-data'
import { version2Reads } from '../../../api/version2-reads.data'
import { useConfig } from '../../../core/config'
import { Granted } from '../../../ui/granted'
import { Icon } from '../../../ui/icon'
import { IdText } from '../../../ui/id'
import { Notice } from '../../../ui/notice'
import { PlainTable } from '../../../ui/plain-table'
import { CounterpartOf } from '../counterpart'
import { DeprecationChip } from '../deprecation-chip'
import { grantOf } from '../permissions'
import type { KnownVehicle } from '../vehicle-page'
import { readOf } from './read-of'
import styles from './spec.module.css'
import * as texts from './texts'

interface Props {
  paths: readonly string[]
  onPaths: (paths: string[]) => void
  /** Absent: for a group of vehicles. */
  known?: KnownVehicle
}

const known2 = (path: string) => version2Reads.find((read) => read.path === readOf(path))

/** A read with an operation of its own has its own date; any other ends with the batch that it needs. */
const deprecationOf = (path: string): Deprecation => {
  const own = Object.values(vehicleData).find((endpoint) => endpoint.path === `/v2.0/vehicles/{id}${readOf(path)}`)
  return own?.deprecation ?? batch.send.deprecation ?? BY_Q4_2026
}

export function Spec({ paths, onPaths, known }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<string>(undefined)
  useEffect(() => {
    // A row that moved takes the focus with it: the button that moved it is where the next press is meant.
    if (moved.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(moved.current)}"]`)?.focus()
    moved.current = undefined
  })
  if (paths.length === 0) return <p className="quiet">{texts.nothingAsked}</p>
  const move = (from: number, by: -1 | 1) => {
    const next = [...paths]
    const [path] = next.splice(from, 1)
    if (path === undefined) return
    next.splice(from + by, 0, path)
    // At the end of the list the button that was pressed is gone: the other one takes over.
    const isAtEnd = from + by === (by < 0 ? 0 : paths.length - 1)
    moved.current = `${isAtEnd === by < 0 ? 'down' : 'up'} ${path}`
    onPaths(next)
  }
  return (
    <div ref={list} className="stack">
      <PlainTable name={texts.specTitle} headers={[...texts.specColumns, <span key="order">{texts.orderColumn}</span>]}>
        <tbody>
          {paths.map((path, index) => (
            <tr key={path}>
              <th scope="row">
                <code className={styles.path}>{path}</code>
                <br />
                <span className="quiet">{known2(path)?.title ?? texts.notKnown}</span>
              </th>
              <td>
                <Needs path={path} known={known} />
              </td>
              <td>
                <DeprecationChip deprecation={deprecationOf(path)} />
              </td>
              <td>
                <CounterpartOf path={readOf(path)} vehicleId={known?.vehicleId} />
              </td>
              <td className={styles.order}>
                {index > 0 && (
                  <OrderButton move={`up ${path}`} what={texts.moveUp(path)} onClick={() => move(index, -1)}>
                    <Icon name="arrow-up" size={14} />
                  </OrderButton>
                )}
                {index < paths.length - 1 && (
                  <OrderButton move={`down ${path}`} what={texts.moveDown(path)} onClick={() => move(index, 1)}>
                    <Icon name="arrow-down" size={14} />
                  </OrderButton>
                )}
                <OrderButton what={texts.takeOut(path)} onClick={() => onPaths(paths.filter((one) => one !== path))}>
                  <Icon name="x" size={14} />
                </OrderButton>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <div className="row">
        <Button size="compact-xs" variant="default" onClick={() => onPaths([])}>
          {texts.clear(paths.length)}
        </Button>
      </div>
      {known && <Missing paths={paths} known={known} />}
      <Advice count={paths.length} />
    </div>
  )
}

interface OrderButtonProps {
  move?: string
  what: string
  onClick: () => void
  children: React.ReactNode
}

function OrderButton({ move, what, onClick, children }: OrderButtonProps) {
  return (
    <button type="button" className={styles.button} data-move={move} title={what} aria-label={what} onClick={onClick}>
      {children}
    </button>
  )
}

function Needs({ path, known }: { path: string; known: KnownVehicle | undefined }) {
  const read = known2(path)
  if (!read) return <span className="quiet">{texts.needsUnknown}</span>
  if (!read.permission) return <Granted state="unneeded" />
  if (!known) return <code>{read.permission}</code>
  const { state, granting } = grantOf(known.rows, read.permission)
  const [first] = granting
  return (
    <>
      <code>{read.permission}</code>
      <br />
      <Granted state={state} />
      {first && (
        <span className="quiet">
          {' '}
          {texts.grantedBy(
            <Link to="/connections/$connectionId" params={{ connectionId: first.id }}>
              <IdText id={first.id} isShort />
            </Link>,
            granting.length - 1,
          )}
        </span>
      )}
    </>
  )
}

/** A missing permission warns and never disables: which connection the token belongs to is not known here. */
function Missing({ paths, known }: { paths: readonly string[]; known: KnownVehicle }) {
  const lacking = paths.filter((path) => {
    const permission = known2(path)?.permission
    return permission !== undefined && grantOf(known.rows, permission).state === 'missing'
  })
  if (lacking.length === 0) return null
  const permissions = [...new Set(lacking.flatMap((path) => known2(path)?.permission ?? []))]
  return <Notice tone="amber">{texts.notGranted(permissions, lacking)}</Notice>
}

function Advice({ count }: { count: number }) {
  const { advisedBatchPaths } = useConfig()
  if (count <= advisedBatchPaths) return null
  return <p className="quiet">{texts.manyPaths(count, advisedBatchPaths)}</p>
}
