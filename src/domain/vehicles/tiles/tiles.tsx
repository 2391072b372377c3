/** A tile for each read, one click each, and what came of several at once; loaded while the connections are. */
import { useId, useState } from 'react'
import { batch } from '../../../api/batch'
import { ApiError } from '../../../api/errors'
import { masked } from '../../../api/mask'
import { version2Reads } from '../../../api/version2-reads.data'
import { useHasDeliveries } from '../../../core/has-deliveries'
import { Failure } from '../../../requests/failure'
import { Button } from '../../../ui/button'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'
import { RawJson } from '../../../ui/raw-json'
import { Asleep } from '../asleep'
import { grantOf } from '../permissions'
import { cancelReading, readNow, useReading, useReadings } from '../readings'
import { retry } from '../request-texts'
import { Spent } from '../requests-spent'
import type { KnownVehicle } from '../vehicle-page'
import { type Instead, Tile } from './tile'
import { readsFor, type TileRead } from './tile-reads'
import { failuresOf, inputOf, rawOf, type TileState, tileStateOf } from './tile-state'
import styles from './tiles.module.css'
import * as texts from './tiles-texts'

/** Where the server receives deliveries, and nowhere else. */
const WatchDelivered = later(() => import('./delivered-tile').then((module) => module.WatchDelivered))

const send = (vehicleId: string, paths: readonly string[]) => void readNow(batch.send, inputOf(vehicleId, paths))
const pathsOf = (reads: readonly TileRead[]) => reads.map(({ path }) => path)
const permissionOf = (path: string) => version2Reads.find((read) => read.path === path)?.permission ?? ''

function useTiles(vehicleId: string, reads: readonly TileRead[]): TileState[] {
  const paths = pathsOf(reads)
  const inputs = paths.map((path) => inputOf(vehicleId, [path]))
  const own = useReadings(batch.send, inputs)
  const all = useReading(batch.send, inputOf(vehicleId, paths))
  return reads.map((read, at) =>
    tileStateOf(read, [
      ...own.slice(at, at + 1).map((reading) => ({ paths: [read.path], reading })),
      { paths, reading: all },
    ]),
  )
}

/** @param known once its connections were read, or could not be */
export function Tiles({ known }: { known: KnownVehicle }) {
  const { vehicleId, vehicle, token } = known
  const { reason } = token
  const hasDeliveries = useHasDeliveries()
  const saidAt = useId()
  const [told, setTold] = useState<{ vehicleId: string; instead: Instead }>()
  const { tiles, more } = readsFor(vehicle?.powertrainType)
  const states = useTiles(vehicleId, tiles)
  const instead = told?.vehicleId === vehicleId ? told.instead : undefined
  const given = { known, instead, reason, saidAt }
  return (
    <>
      {hasDeliveries && <WatchDelivered vehicleId={vehicleId} onTold={setTold} />}
      {reason && (
        <Notice tone="amber">
          <span id={saidAt}>{reason}</span>
        </Notice>
      )}
      <Grid states={states} {...given} />
      <div className={styles.below}>
        <More reads={more} {...given} />
        <Raw states={states} />
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => send(vehicleId, pathsOf(tiles))}
          reason={reason}
          saidAt={saidAt}
        >
          {texts.readAll(tiles.length)}
        </Button>
        <Spent vehicleId={vehicleId} />
      </div>
    </>
  )
}

interface Given {
  known: KnownVehicle
  instead: Instead | undefined
  reason: string | undefined
  saidAt: string
}

function More({ reads, ...given }: Given & { reads: readonly TileRead[] }) {
  const [isOpen, setOpen] = useState(false)
  const states = useTiles(given.known.vehicleId, reads)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.more}</summary>
      {isOpen && (
        <>
          <Grid states={states} {...given} />
          <Raw states={states} />
        </>
      )}
    </details>
  )
}

/** What came, as sent. */
function Raw({ states }: { states: readonly TileState[] }) {
  const raw = rawOf(states)
  return Object.keys(raw).length > 0 && <RawJson raw={raw} what={texts.title} mask={masked} />
}

function Grid({
  states,
  known: { vehicleId, rows },
  instead,
  reason,
  saidAt,
}: Given & { states: readonly TileState[] }) {
  return (
    <>
      <ul className={styles.grid}>
        {states.map((state) => (
          <Tile
            key={state.read.path}
            state={state}
            instead={instead}
            grant={grantOf(rows, permissionOf(state.read.path)).state}
            onRead={() => send(vehicleId, [state.read.path])}
            onCancel={() => cancelReading(batch.send, inputOf(vehicleId, state.paths))}
            reason={reason}
            saidAt={saidAt}
          />
        ))}
      </ul>
      {failuresOf(states).map((group) => (
        <Group key={group[0].read.path} group={group} vehicleId={vehicleId} />
      ))}
    </>
  )
}

/** What happened to several reads alike is told once. */
function Group({ group, vehicleId }: { group: readonly [TileState, ...TileState[]]; vehicleId: string }) {
  const [{ kind, error }] = group
  const again = () => {
    for (const { read } of group) send(vehicleId, [read.path])
  }
  if (kind === 'asleep') return <Asleep error={error} requests={group.length} onRetry={again} />
  const isForbidden = error instanceof ApiError && error.status === 403
  const labels = group.map(({ read: { label, path } }) =>
    isForbidden ? texts.withPermission(label, permissionOf(path)) : label,
  )
  return (
    <Failure error={error} onRetry={again} retry={retry(group.length)}>
      <p className="quiet">{texts.alike(labels)}</p>
    </Failure>
  )
}
