/** What a batch is about to ask, before it is sent: what will probably fail, when it ends, its order. */

import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { batch } from '../../../api/batch'
import type { Deprecation } from '../../../api/endpoint'
import { BY_Q4_2026, vehicleData } from '../../../api/vehicle-data'
import { version2Reads } from '../../../api/version2-reads.data'
import { useConfig } from '../../../core/config'
import { Breakable } from '../../../ui/breakable'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { PlainRow, PlainTable } from '../../../ui/plain-table'
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

export function Spec({ paths, onPaths, known }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<string>(undefined)
  const order = paths.join('\n')
  // Not after any render: one between the press and the new order has moved nothing yet.
  useEffect(() => {
    // A row that moved takes the focus with it: the button that moved it is where the next press is meant.
    if (moved.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(moved.current)}"]`)?.focus()
    moved.current = undefined
  }, [order])
  if (paths.length === 0) return <p className="quiet">{texts.nothingAsked}</p>
  const move = (from: number, by: -1 | 1) => {
    const next = [...paths]
    const [path] = next.splice(from, 1)
    if (path === undefined) return
    next.splice(from + by, 0, path)
    // At the end of the list the button that was pressed is gone: the other one gets the focus.
    const isAtEnd = from + by === (by < 0 ? 0 : paths.length - 1)
    moved.current = `${isAtEnd === by < 0 ? 'down' : 'up'} ${path}`
    onPaths(next)
  }
  return (
    <div ref={list} className="stack">
      {known && <Missing paths={paths} known={known} />}
      <Ends paths={paths} />
      <PlainTable name={texts.specTitle} headers={texts.specColumns}>
        <tbody>
          {paths.map((path, index) => (
            <PlainRow
              key={path}
              cells={[
                <div className={styles.path}>
                  <code translate="no">
                    <Breakable path={path} />
                  </code>{' '}
                  <span className="quiet">{known2(path)?.title ?? texts.notKnown}</span>
                </div>,
                <span className={styles.order}>
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
                </span>,
              ]}
            />
          ))}
        </tbody>
      </PlainTable>
      <div className="row">
        <Button size="compact-xs" variant="default" onClick={() => onPaths([])}>
          {texts.clear(paths.length)}
        </Button>
      </div>
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

/** A read with an operation of its own has its own date; any other ends with the batch that it needs. */
const deprecationOf = (path: string): Deprecation => {
  const own = Object.values(vehicleData).find((endpoint) => endpoint.path === `/v2.0/vehicles/{id}${readOf(path)}`)
  return own?.deprecation ?? batch.send.deprecation ?? BY_Q4_2026
}

/** One line for all: the next date, and of how many of them. */
function Ends({ paths }: { paths: readonly string[] }) {
  const dates = paths.map(deprecationOf).sort((a, b) => (a.to < b.to ? -1 : 1))
  const [first] = dates
  const sooner = dates.filter(({ to }) => to === first?.to).length
  if (!first) return null
  return (
    <p>
      <DeprecationChip deprecation={first} />{' '}
      <span className="quiet">
        {sooner < dates.length && texts.endFirst(sooner, dates.length)}{' '}
        <Link to="/deprecations" className="quiet-link">
          {texts.replacements}
        </Link>
      </span>
    </p>
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
  return <Notice tone="amber">{texts.missing(permissions, lacking)}</Notice>
}

function Advice({ count }: { count: number }) {
  const { advisedBatchPaths } = useConfig()
  if (count <= advisedBatchPaths) return null
  return <p className="quiet">{texts.manyPaths(count, advisedBatchPaths)}</p>
}
