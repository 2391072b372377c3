/** The bar above a list: nothing, and none of its code, until something is selected. */
import { later } from '../../ui/later'
import type { SelectionBarProps } from './selection-bar'

const Bar = later(() => import('./selection-bar').then((module) => module.SelectionBar))

export function SelectionBar(props: SelectionBarProps) {
  const phase = props.matching?.state.phase
  const isReading = phase === 'reading' || phase === 'waiting'
  return props.count > 0 || isReading ? <Bar {...props} /> : null
}
