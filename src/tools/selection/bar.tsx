/** The bar above a list: nothing, and none of its code, until something is selected. */
import { later } from '../../ui/later'
import { isRunning } from '../task'
import { useCollecting } from './collecting'
import type { SelectionBarProps } from './selection-bar'

const Bar = later(() => import('./selection-bar').then((module) => module.SelectionBar))

export function SelectionBar(props: SelectionBarProps) {
  const isCollecting = isRunning(useCollecting(props.list))
  return props.count > 0 || isCollecting ? <Bar {...props} /> : null
}
