/** How many connections somebody has, in words: those that could not be counted again are said with their time. */
import { Time } from '../ui/time'
import * as texts from './counts-texts'
import { countsInWords, earlierInWords } from './impact'
import type { Related } from './related'

interface Props {
  related: Related
  /** True where they were asked for again since, in vain. */
  isOutdated: boolean
}

export function Counts({ related, isOutdated }: Props) {
  if (!isOutdated) return countsInWords(related)
  return texts.earlier(earlierInWords(related), <Time value={related.receivedAt} />)
}
