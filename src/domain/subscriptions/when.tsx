/** When something of a subscription became known, and through whom. */
import { cut } from '../../ui/format'
import { Time } from '../../ui/time'
import type { Source } from './history-entries'
import * as texts from './history-texts'

const MOST_NAME = 60

interface Props {
  at: number
  /** Undefined where only this browser knows. */
  by: Source | undefined
  isAge?: boolean
}

export function When({ at, by, isAge = true }: Props) {
  const name = by?.name ? <bdi translate="no">{cut(by.name, MOST_NAME)}</bdi> : undefined
  const who =
    by === undefined ? texts.thisBrowser : by.isTold ? (name ? texts.fromBrowserOf(name) : texts.fromABrowser) : name
  return (
    <>
      <Time value={at} isAge={isAge} />
      {who && texts.through(who)}
    </>
  )
}
