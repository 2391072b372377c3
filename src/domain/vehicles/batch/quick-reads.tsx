/** What the vehicle last reported, one click each: the interface has these reads in a batch only, so each is one of one path. */
import { useId } from 'react'
import { batch } from '../../../api/batch'
import { isAsleep } from '../../../api/errors'
import { version2Reads } from '../../../api/version2-reads.data'
import { masked } from '../../../core/mask'
import { Failure } from '../../../requests/failure'
import { Button } from '../../../ui/button'
import { Granted } from '../../../ui/granted'
import { Notice } from '../../../ui/notice'
import { RawJson } from '../../../ui/raw-json'
import { ReadState, Recorded } from '../../../ui/read-state'
import { Asleep } from '../asleep'
import { DeprecationChip } from '../deprecation-chip'
import { useNoToken } from '../no-token'
import * as texts from '../overview-texts'
import { grantOf } from '../permissions'
import { cancelReading, readNow, useReading } from '../readings'
import { Spent } from '../requests-spent'
import * as common from '../texts'
import { Timer } from '../timer'
import type { KnownVehicle } from '../vehicle-page'
import { matchItems } from './items'
import { MeasuresView } from './measures-view'
import styles from './quick-reads.module.css'

interface QuickRead {
  path: string
  name: string
}

const quickReads: readonly QuickRead[] = [
  { path: '/odometer', name: texts.odometer },
  { path: '/location', name: texts.location },
  { path: '/fuel', name: texts.fuel },
]

export function QuickReads({ known }: { known: KnownVehicle }) {
  const { deprecation, host } = batch.send
  const { reason } = useNoToken(known.vehicleId, host)
  const saidAt = useId()
  return (
    <section className="stack" aria-labelledby="quick-reads">
      <div className="row">
        <h2 id="quick-reads">{texts.reported}</h2>
        {deprecation && <DeprecationChip deprecation={deprecation} />}
      </div>
      {reason && (
        <Notice tone="amber">
          <span id={saidAt}>{reason}</span>
        </Notice>
      )}
      <ul className={styles.list}>
        {quickReads.map((quick) => (
          <Quick key={quick.path} quick={quick} known={known} reason={reason} saidAt={saidAt} />
        ))}
      </ul>
      <p className="quiet">{texts.quickPrice}</p>
      <Spent vehicleId={known.vehicleId} />
    </section>
  )
}

interface QuickProps {
  quick: QuickRead
  known: KnownVehicle
  /** Why it cannot be read, and the id of what says so. */
  reason: string | undefined
  saidAt: string
}

function Quick({ quick: { path, name }, known, reason, saidAt }: QuickProps) {
  const input = { path: { id: known.vehicleId }, body: { requests: [{ path }] } }
  const { phase, latest, error, startedAt } = useReading(batch.send, input)
  const { permission, title } = version2Reads.find((one) => one.path === path) ?? { title: name }
  const read = () => void readNow(batch.send, input)
  const answer = latest && matchItems([path], latest.raw).rows[0]
  const failure = phase === 'failed' ? error : answer?.error
  return (
    <li className={styles.item}>
      <strong className={styles.name}>{title}</strong>
      <div className={styles.answer}>
        {phase === 'cancelled' && <span className="quiet">{texts.cancelled} </span>}
        {!latest && phase === 'idle' && <ReadState kind="notRead" />}
        {(answer?.state === 'answered' || answer?.state === 'unclear') && (
          <>
            <MeasuresView path={path} body={answer.body} unitSystem={answer.facts.unitSystem} />{' '}
            <span className="quiet">
              <Recorded at={answer.facts.dataAge} readAt={latest?.receivedAt ?? 0} />
            </span>
          </>
        )}
        {answer?.state === 'missing' && <span>{texts.missing(path)}</span>}
        {!latest && permission && (
          <span className="quiet">
            {' '}
            {texts.needs(<code>{permission}</code>, <Granted state={grantOf(known.rows, permission).state} />)}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={read}
          loading={phase === 'reading'}
          reason={reason}
          saidAt={saidAt}
        >
          {latest ? texts.readAgain(name) : texts.read(name)}
          <span className={styles.price}>{common.price}</span>
        </Button>
        {phase === 'reading' && (
          <Button size="compact-sm" variant="default" onClick={() => cancelReading(batch.send, input)}>
            {common.cancel}
          </Button>
        )}
      </div>
      {phase === 'reading' && (
        <div className={styles.whole}>
          <Timer startedAt={startedAt ?? 0} />
        </div>
      )}
      {failure !== undefined && (
        <div className={styles.whole}>
          {isAsleep(failure) ? <Asleep error={failure} onRetry={read} /> : <Failure error={failure} onRetry={read} />}
        </div>
      )}
      {latest && (
        <div className={styles.whole}>
          <RawJson raw={latest.raw} what={name} mask={masked} />
        </div>
      )}
    </li>
  )
}
