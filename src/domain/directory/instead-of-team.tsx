/** Why something else is shown than what the team’s store has, and another try. */
import type { ReactNode } from 'react'
import { explain } from '../../api/errors'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import * as texts from './directory-texts'

interface Props {
  error: unknown
  /** The sentence around the reason: what is shown instead. */
  say: (why: string) => ReactNode
  onRetry: () => void
}

export function InsteadOfTeam({ error, say, onRetry }: Props) {
  const { code, title } = explain(error)
  const why =
    code === 'NOT_TEAM_ACCOUNT'
      ? texts.otherAccount
      : code === 'STORE_UNAVAILABLE'
        ? texts.noStore
        : texts.cause(cut(title, 120))
  return (
    <p role="status" className="quiet">
      {say(why)}{' '}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </p>
  )
}
