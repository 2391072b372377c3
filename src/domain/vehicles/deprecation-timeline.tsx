/** The drawing of all end dates, loaded when a page first shows it; its room is kept. */
import { later } from '../../ui/later'
import styles from './deprecation-timeline.module.css'

/** Compact leaves the legend out: for a panel among others, from 280 px. */
export const DeprecationTimeline = later(
  () => import('./deprecation-drawing').then((module) => module.DeprecationDrawing),
  <div className={styles.waiting} />,
)
