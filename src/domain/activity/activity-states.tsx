/** Why there is no table: nothing yet, nothing that matches, not for this role, no file. */

import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ownAddress } from '../../api/base-path'
import { ApiError, explain } from '../../api/errors'
import type { Search } from '../../api/search'
import { useConfig } from '../../core/config'
import { Failure } from '../../requests/failure'
import { type Chip, NoMatch } from '../../ui/filters'
import { Notice } from '../../ui/notice'
import * as texts from './texts'

function NoFile({ why }: { why: string }) {
  return (
    <Notice tone="calm">
      <h2>{texts.noFileTitle}</h2>
      <p>{why}</p>
    </Notice>
  )
}

export function NotAllowed({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <Notice tone="calm" actions={children}>
      <h2>{texts.notAllowedTitle}</h2>
      <p>{why}</p>
    </Notice>
  )
}

interface NoPageProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** What the server refuses is told as the state that it is; whatever else failed, as a failure. */
export function NoPage({ error, onRetry, isRetrying }: NoPageProps) {
  const { signIn } = useConfig()
  const address = useLocation().href
  const { code, detail = '' } = explain(error)
  if (error instanceof ApiError) {
    if (code === 'ROLE' || code === 'NO_ROLE') return <NotAllowed why={detail} />
    if (code === 'NOT_AN_OPERATION') return <NoFile why={detail} />
    if (code === 'SIGN_IN_REQUIRED')
      return (
        <NotAllowed why={signIn === 'oidc' ? texts.signedOut : detail}>
          {signIn === 'oidc' && (
            <a href={ownAddress(`/auth/sign-in?return=${encodeURIComponent(address)}`)}>{texts.signIn}</a>
          )}
        </NotAllowed>
      )
  }
  return <Failure error={error} onRetry={onRetry} isRetrying={isRetrying} />
}

interface NothingProps {
  chips: readonly Chip[]
  clear: Search
  /** True where this is not the newest page. */
  isOlder: boolean
  /** True where the server looked at many lines without a match, and there are older ones. */
  hasMore: boolean
}

export function Nothing({ chips, clear, isOlder, hasMore }: NothingProps) {
  if (chips.length === 0) return <p>{isOlder ? texts.nothingOlder : texts.nothing}</p>
  return (
    <NoMatch
      text={hasMore ? texts.noMatchSoFar(chips, isOlder) : texts.noMatch(chips, isOlder)}
      chips={chips}
      clear={clear}
    />
  )
}
