/** The time and the source of a fact about a subscription. */
import { cut } from '../../ui/format'
import { Time } from '../../ui/time'
import type { Source } from './history-entries'
import * as texts from './history-texts'

const MOST_NAME = 60

interface Props {
  at: number
  by: Source
  isAge?: boolean
}

export function When({ at, by, isAge = true }: Props) {
  const name = by.name ? <bdi translate="no">{cut(by.name, MOST_NAME)}</bdi> : undefined
  const source = by.isTold ? (name ? texts.fromBrowserOf(name) : texts.fromABrowser) : name
  return (
    <>
      <Time value={at} isAge={isAge} />
      {source && texts.through(source)}
    </>
  )
}
