/** Parts whose code is fetched when they are first drawn; one that cannot be fetched says so in its own place, with a way on. */
import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Notice } from './notice'

export type Later<Props> = ComponentType<Props> & {
  /** Fetches the code ahead of its use. A failure is no matter: the part asks again once it is drawn. */
  fetch: () => void
}

/**
 * @param load fetches the code, as `() => import('./part').then((module) => module.Part)`
 * @param waiting shown while the code is under way
 * @returns the part itself. What is around it is never touched by a failure:
 * a job that runs goes on, and a form keeps what was typed.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  let underWay: Promise<void> | undefined
  const fetch = () => {
    underWay ??= load().then(
      (part) => {
        loaded = part
      },
      (error: unknown) => {
        underWay = undefined // the next who asks tries again
        throw error
      },
    )
    return underWay
  }
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [tries, setTries] = useState(0)
    const [failed, setFailed] = useState(-1) // the try that failed
    useEffect(() => {
      let isGone = false
      if (!Loaded) {
        fetch().then(
          () => !isGone && setLoaded(() => loaded),
          () => !isGone && setFailed(tries),
        )
      }
      return () => {
        isGone = true
      }
    }, [Loaded, tries])
    if (Loaded) return <Loaded {...props} />
    if (failed !== tries) return waiting
    return (
      <Notice
        tone="danger"
        actions={
          <Button size="compact-sm" variant="default" onClick={() => setTries(tries + 1)}>
            Retry
          </Button>
        }
      >
        <p>A part of this page could not be fetched from the console’s own server. All else goes on.</p>
      </Notice>
    )
  }
  return Object.assign(Part, { fetch: () => void fetch().catch(() => {}) })
}
