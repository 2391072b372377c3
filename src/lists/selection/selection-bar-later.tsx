/** The bar above a list: nothing, and none of its code, until something is selected. */

import { isRunning } from '../../core/task'
import { later } from '../../ui/later'
import { useCollecting } from './collecting'
import type { ListName } from './selection'
import type { SelectionBarProps } from './selection-bar'

const Bar = later(() => import('./selection-bar').then((module) => module.SelectionBar))

/** True where a list has something selected, or is about to. */
export function useHasSelection(list: ListName, count: number): boolean {
  const isCollecting = isRunning(useCollecting(list))
  return count > 0 || isCollecting
}

export function SelectionBar(props: SelectionBarProps) {
  return useHasSelection(props.list, props.count) ? <Bar {...props} /> : null
}
