/** What the vehicle last reported. Nothing is read unasked, so its tiles are loaded beside the first requests of the page. */
import { useEffect } from 'react'
import { batch } from '../../../api/batch'
import { later } from '../../../ui/later'
import { DeprecationChip } from '../deprecation-chip'
import type { KnownVehicle } from '../vehicle-page'
import styles from './tiles.module.css'
import * as texts from './tiles-texts'

/** While the connections are under way nobody knows which tiles there are: most cars of a console are electric. */
const EXPECTED = 4

/** In the final size, so that nothing moves. */
const waiting = (
  <div aria-hidden="true" className={styles.expected}>
    <div className={styles.grid}>
      {Array.from({ length: EXPECTED }, (_, at) => (
        <div key={at} className={styles.waiting} />
      ))}
    </div>
  </div>
)
const Tiles = later(() => import('./tiles').then((module) => module.Tiles), waiting)

export function VehicleTiles({ known }: { known: KnownVehicle }) {
  const { deprecation } = batch.send
  useEffect(() => void Tiles.fetch(), [])
  return (
    <section className={styles.tiles} aria-labelledby="tiles">
      <div className="row">
        <h2 id="tiles">{texts.title}</h2>
        {deprecation && <DeprecationChip deprecation={deprecation} />}
      </div>
      {known.isPending || !known.token.isKnown ? waiting : <Tiles known={known} />}
    </section>
  )
}
