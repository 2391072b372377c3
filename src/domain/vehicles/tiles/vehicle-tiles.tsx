/** What the vehicle last reported. Nothing is read unasked, so its tiles are loaded beside the first requests of the page. */
import { useEffect } from 'react'
import { batch } from '../../../api/batch'
import { later } from '../../../ui/later'
import { DeprecationChip } from '../deprecation-chip'
import type { KnownVehicle } from '../vehicle-page'
import { readsFor } from './tile-reads'
import styles from './tiles.module.css'
import * as texts from './tiles-texts'

/** While the connections are under way nobody knows which tiles there are: most cars of a console are electric. */
const EXPECTED = 4

interface Props {
  known: KnownVehicle
}

/** In the final size, so that nothing moves. */
function Waiting({ known: { isPending, vehicle } }: Props) {
  const count = isPending ? EXPECTED : readsFor(vehicle?.powertrainType).tiles.length
  return (
    <div aria-hidden="true" className={styles.expected}>
      <div className={styles.grid}>
        {Array.from({ length: count }, (_, at) => (
          <div key={at} className={styles.waiting} />
        ))}
      </div>
    </div>
  )
}
const Tiles = later<Props>(
  () => import('./tiles').then((module) => module.Tiles),
  (props) => <Waiting {...props} />,
)

export function VehicleTiles({ known }: Props) {
  const { deprecation } = batch.send
  useEffect(() => void Tiles.fetch(), [])
  return (
    <section className={styles.tiles} aria-labelledby="tiles">
      <div className="row">
        <h2 id="tiles">{texts.title}</h2>
        {deprecation && <DeprecationChip deprecation={deprecation} />}
      </div>
      {known.isPending || !known.token.isKnown ? <Waiting known={known} /> : <Tiles known={known} />}
    </section>
  )
}
