/** How many connections somebody has, in words: those that could not be counted again are said with their time. */

import type { ReactNode } from 'react'
import { Time } from '../../ui/time'
import type { Related } from '../connections/related'
import { countsInWords, earlierInWords } from './impact'

const earlier = (counts: string, time: ReactNode) => (
  <>
    {counts} when last counted, {time}. They couldn’t be counted again.
  </>
)

interface Props {
  related: Related
  /** True where they were asked for again since, in vain. */
  isOutdated: boolean
}

export function Counts({ related, isOutdated }: Props) {
  if (!isOutdated) return countsInWords(related)
  return earlier(earlierInWords(related), <Time value={related.receivedAt} />)
}
