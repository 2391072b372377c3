/** Why there is no table: nothing yet, nothing that matches, not for this role, no file. */
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, explain } from '../../api/errors'
import type { Search } from '../../api/search'
import { useConfig } from '../../tools/config'
import { Failure } from '../../tools/failure'
import type { Chip } from '../../ui/filters'
import { plural } from '../../ui/format'
import { Notice } from '../../ui/notice'

export function NoFile() {
  return (
    <Notice tone="calm">
      <h2>This server keeps no record that can be read here</h2>
      <p>
        AUDIT_LOG is not set. Set it to the name of a file and start the server again: every change and every vehicle
        read is then appended to that file and listed here. They stand on its standard output in any case.
      </p>
    </Notice>
  )
}

export function NotAllowed({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <Notice tone="calm" actions={children}>
      <h2>The record is for operators</h2>
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
    if (code === 'NOT_AN_OPERATION') return <NoFile />
    if (code === 'SIGN_IN_REQUIRED')
      return (
        <NotAllowed why={signIn === 'oidc' ? 'Nobody is signed in here, or the sign-in has ended.' : detail}>
          {signIn === 'oidc' && <a href={`/auth/sign-in?return=${encodeURIComponent(address)}`}>Sign in</a>}
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
  if (chips.length === 0)
    return <p>{isOlder ? 'There is nothing older.' : 'Nothing yet: no change and no vehicle read was made.'}</p>
  return (
    <div className="stack">
      <p>
        No {isOlder && 'older '}record matches {chips.map(({ label, value }) => `${label} “${value}”`).join(' and ')}
        {hasMore && ' so far: the server looks at some of its file at a time, and “Older” goes on'}.
      </p>
      <p>
        <Link to="." search={clear as never /* the route's own names */} preload={false}>
          Clear {plural(chips.length, 'filter')}
        </Link>
      </p>
    </div>
  )
}
