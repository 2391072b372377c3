/** Parts whose code is fetched when they are first drawn; one that cannot be fetched says so in its own place, with a way on. */

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import * as texts from './texts'

/** What Vite's event of a file that could not be fetched is turned into. */
export const FILE_FAILED = texts.fileFailed

/**
 * The one way on after {@link FILE_FAILED}: a browser asks for a script that failed no second time within a page.
 * It is a click and never by itself: jobs may run in this page, and the browser asks before it ends them.
 */
export function LoadAnew() {
  return (
    <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
      {texts.loadAnew}
    </Button>
  )
}

export type Later<Props> = ComponentType<Props> & {
  /** Fetches the code ahead of its use; ends when it is there, or cannot be. A failure is said once the part is drawn. */
  fetch: () => Promise<void>
}

/**
 * @param load fetches the code, as `() => import('./part').then((module) => module.Part)`
 * @param waiting shown while the code is under way
 * @returns the part itself. What is around it is never touched by a failure: a job that runs goes on, and a form
 * keeps what was typed.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  let underWay: Promise<void> | undefined
  const fetch = () => {
    underWay ??= load().then((part) => {
      loaded = part
    })
    return underWay
  }
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (Loaded) return
      let isGone = false
      const begin = () =>
        fetch().then(
          () => !isGone && setLoaded(() => loaded),
          () => !isGone && setFailed(true),
        )
      // Asking for a file takes a while in itself: what the same click has changed is seen first.
      const timer = setTimeout(begin)
      return () => {
        isGone = true
        clearTimeout(timer)
      }
    }, [Loaded])
    if (Loaded) return <Loaded {...props} />
    if (!hasFailed) return waiting
    return (
      <Notice tone="danger" actions={<LoadAnew />}>
        <p>{texts.partFailed}</p>
      </Notice>
    )
  }
  return Object.assign(Part, { fetch: () => fetch().catch(() => {}) })
}
