/** Why something of the server's store can't be shown, and another try. */
import type { ReactNode } from 'react'
import { explain } from '../../api/errors'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import * as texts from './directory-texts'

interface Props {
  error: unknown
  /** The sentence around the reason. */
  describe: (why: string) => ReactNode
  onRetry: () => void
}

export function Unavailable({ error, describe, onRetry }: Props) {
  const { code, title } = explain(error)
  const why = code === 'STORE_UNAVAILABLE' ? texts.noStore : texts.cause(cut(title, 120))
  return (
    <p role="status" className="quiet">
      {describe(why)}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </p>
  )
}
