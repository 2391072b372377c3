/** What the vehicle last reported, one click each: the interface has these reads in a batch only, so each is one of one path. */
import { Button } from '@mantine/core'
import { batch } from '../../../api/batch'
import { version2Reads } from '../../../api/version2-reads.data'
import { matchItems } from '../../../tools/batch/items'
import { DeprecationChip } from '../../../tools/deprecation-chip'
import { Failure } from '../../../tools/failure'
import { useSpent } from '../../../tools/meter'
import { grantOf } from '../../../tools/permissions'
import { cancelReading, readNow, useReading } from '../../../tools/readings'
import { plural } from '../../../ui/format'
import { Granted } from '../../../ui/granted'
import { NoValue } from '../../../ui/no-value'
import { RawJson } from '../../../ui/raw-json'
import { Time } from '../../../ui/time'
import type { KnownVehicle } from '../-vehicle-page'
import { MeasuresView } from './measures-view'
import styles from './quick-reads.module.css'

interface QuickRead {
  path: string
  name: string
}

const quickReads: readonly QuickRead[] = [
  { path: '/odometer', name: 'odometer' },
  { path: '/location', name: 'location' },
  { path: '/fuel', name: 'fuel' },
]

export function QuickReads({ known }: { known: KnownVehicle }) {
  const spent = useSpent(known.vehicleId)
  const { deprecation } = batch.send
  return (
    <section className="stack" aria-labelledby="quick-reads">
      <div className="row">
        <h2 id="quick-reads">What it last reported</h2>
        {deprecation && <DeprecationChip deprecation={deprecation} />}
      </div>
      <ul className={styles.list}>
        {quickReads.map((quick) => (
          <Quick key={quick.path} quick={quick} known={known} />
        ))}
      </ul>
      <p className="quiet">
        Each is a batch of one path, one request.{' '}
        {spent > 0 && `This tab has sent ${plural(spent, 'request')} that may count against this vehicle’s limit.`}
      </p>
    </section>
  )
}

function Quick({ quick: { path, name }, known }: { quick: QuickRead; known: KnownVehicle }) {
  const input = { path: { id: known.vehicleId }, body: { requests: [{ path }] } }
  const { phase, latest, error } = useReading(batch.send, input)
  const { permission, title } = version2Reads.find((one) => one.path === path) ?? { title: name }
  const read = () => void readNow(batch.send, input)
  const answer = latest && matchItems([path], latest.raw).rows[0]
  return (
    <li className={styles.item}>
      <strong className={styles.name}>{title}</strong>
      <div className={styles.answer}>
        {phase === 'cancelled' && <span className="quiet">Cancelled; the request may still be counted. </span>}
        {!latest && phase === 'idle' && <NoValue kind="notRead" />}
        {(answer?.state === 'answered' || answer?.state === 'unclear') && (
          <>
            <MeasuresView path={path} body={answer.body} unitSystem={answer.facts.unitSystem} />{' '}
            <span className="quiet">
              {answer.facts.dataAge === undefined ? (
                'recorded at an unknown time'
              ) : (
                <>
                  recorded <Time value={answer.facts.dataAge} />
                </>
              )}
            </span>
          </>
        )}
        {answer?.state === 'missing' && <span>The answer has no item for {path}.</span>}
        {!latest && permission && (
          <span className="quiet">
            {' '}
            needs <code>{permission}</code>: <Granted state={grantOf(known.rows, permission).state} />
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        <Button size="compact-sm" variant="default" onClick={read} loading={phase === 'reading'}>
          {latest ? 'Read again' : `Read ${name}`}
          {latest && <span className="visually-hidden"> {name}</span>}
          <span className={styles.price}>(1 request)</span>
        </Button>
        {phase === 'reading' && (
          <Button size="compact-sm" variant="default" onClick={() => cancelReading(batch.send, input)}>
            Cancel
          </Button>
        )}
      </div>
      {phase === 'failed' && (
        <div className={styles.whole}>
          <Failure error={error} onRetry={read} />
        </div>
      )}
      {answer?.error && (
        <div className={styles.whole}>
          <Failure error={answer.error} onRetry={read} />
        </div>
      )}
      {latest && (
        <div className={styles.whole}>
          <RawJson raw={latest.raw} what={name} />
        </div>
      )}
    </li>
  )
}
