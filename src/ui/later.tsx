/**
 * Parts whose code is fetched when they are first rendered. The notice of a part that can't be fetched is in the first load
 * of every page: it must not need a file itself.
 */

import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import * as texts from './texts'

/** What Vite's event of a file that could not be fetched is turned into. */
export const FILE_FAILED = texts.fileFailed

/** A click and never automatic: jobs may run in this page, and the browser asks before it ends them. */
export function LoadAnew() {
  return (
    <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
      {texts.loadAnew}
    </Button>
  )
}

/** Why a file can't be loaded, as far as the server responds. */
type FileFault = keyof typeof texts.fileFaults
let findFault = async (): Promise<FileFault | undefined> => undefined
/** Called once at start: what tells the faults apart sends a request, which nothing here does. */
export function findFaultBy(find: typeof findFault): void {
  findFault = find
}

interface FileFailureProps {
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
  children?: ReactNode
}

/** A file that could not be loaded: why, Retry, and "Reload page" if that may help. */
export function FileFailure({ onRetry, isRetrying = false, children }: FileFailureProps) {
  const [fault, setFault] = useState<FileFault>()
  useEffect(() => {
    if (isRetrying) return
    let isGone = false
    void findFault().then((found) => {
      if (!isGone) setFault(found)
    })
    return () => {
      isGone = true
    }
  }, [isRetrying])
  const actions = (
    <>
      {fault !== undefined && fault !== 'unreachable' && <LoadAnew />}
      {onRetry && (
        <Button size="compact-sm" variant="default" onClick={onRetry} loading={isRetrying}>
          {texts.retry}
        </Button>
      )}
    </>
  )
  return (
    <Notice tone="danger" actions={actions}>
      <p>
        {texts.fileFailed} {fault && texts.fileFaults[fault]}
      </p>
      {children}
    </Notice>
  )
}

export type Later<Props> = ComponentType<Props> & {
  /** Fetches the code ahead of its use; ends when it is there, or cannot be. A failure is shown once the part is rendered. */
  fetch: () => Promise<void>
}

/**
 * @param load fetches the code, as `() => import('./part').then((module) => module.Part)`
 * @param waiting shown while the code is under way; a function if it depends on the part's props
 * @param Instead shown in the notice of the failure: what the part would have said; `quiet`: there is no notice, because
 * the operator did nothing. What waits stays, and the file is requested again once the network is back.
 * @returns the part itself. What is around it is never touched by a failure: a job that runs goes on, and a form
 * keeps what was typed.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
  Instead?: ComponentType<Props> | 'quiet',
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  let underWay: Promise<void> | undefined
  const fetch = () => {
    underWay ??= load().then(
      (part) => {
        loaded = part
      },
      (error: unknown) => {
        underWay = undefined // the next attempt fetches it again
        throw error
      },
    )
    return underWay
  }
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [attempt, setAttempt] = useState(1)
    const [failedAttempt, setFailedAttempt] = useState(0)
    useEffect(() => {
      if (Loaded) return
      let isGone = false
      const begin = () =>
        fetch().then(
          // Drawn bit by bit: it may arrive while the operator types.
          () => isGone || startTransition(() => setLoaded(() => loaded)),
          () => !isGone && setFailedAttempt(attempt),
        )
      // Asking for a file takes a while in itself: what the same click has changed is seen first.
      const timer = setTimeout(begin)
      return () => {
        isGone = true
        clearTimeout(timer)
      }
    }, [Loaded, attempt])
    const hasFailed = failedAttempt === attempt
    useEffect(() => {
      if (Instead !== 'quiet' || !hasFailed) return
      const retry = () => setAttempt((last) => last + 1)
      addEventListener('online', retry, { once: true })
      return () => removeEventListener('online', retry)
    }, [hasFailed])
    if (Loaded) return <Loaded {...props} />
    if (failedAttempt === 0 || Instead === 'quiet') return typeof waiting === 'function' ? waiting(props) : waiting
    return (
      <FileFailure onRetry={() => setAttempt(attempt + 1)} isRetrying={failedAttempt < attempt}>
        {Instead ? <Instead {...props} /> : <p>{texts.restWorks}</p>}
      </FileFailure>
    )
  }
  return Object.assign(Part, { fetch: () => fetch().catch(() => {}) })
}
