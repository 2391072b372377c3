/** A vehicle that is asleep (7): a state and no failure, with what will wake it and a way to ask again. */

import type { ReactNode } from 'react'
import { explain } from '../../api/errors'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { ReadState } from '../../ui/read-state'
import * as texts from './request-texts'

interface Props {
  error: unknown
  /** What asking again costs. */
  requests?: number
  onRetry: () => void
  /** Of which vehicles, where there are several. */
  children?: ReactNode
}

export function Asleep({ error, requests = 1, onRetry, children }: Props) {
  const { detail, retryAfter } = explain(error)
  return (
    <Notice
      tone="calm"
      actions={
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {texts.retry(requests)}
        </Button>
      }
    >
      <p>
        <ReadState kind="asleep" /> {texts.asleepNow(detail)}
      </p>
      <p>{texts.asleep(retryAfter)}</p>
      {children}
    </Notice>
  )
}
