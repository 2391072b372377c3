/** What the directory finds for what is typed: requested once typing stops, one text at a time. */
import { useEffect, useRef, useState } from 'react'
import type { TeamFound } from '../../api/team'
import { accountSignal } from '../../core/account'

/** As long as somebody types the next letter, nobody waits for what the last one finds. */
const TYPING_MS = 150
/** Less is in nearly every name. */
const LEAST = 2
/** More than any name has. */
const MOST = 200

/** @returns what was found for the text as it is now; undefined until then, and where nothing can be found */
export function useDirectoryFound(text: string): TeamFound | undefined {
  const [found, setFound] = useState<{ q: string; result: TeamFound }>()
  /** Where it was refused once, nothing more is asked. */
  const isRefused = useRef(false)
  const q = text.trim()
  const isAsked = q.length >= LEAST && q.length <= MOST
  useEffect(() => {
    if (!isAsked || isRefused.current) return
    const asking = new AbortController()
    const signal = AbortSignal.any([asking.signal, accountSignal()])
    const timer = setTimeout(async () => {
      try {
        const { findInDirectory } = await import('./directory-requests')
        const result = await findInDirectory(q, signal)
        if (signal.aborted) return
        setFound({ q, result })
        if (!result.isEqual) return
        const parts = await findInDirectory(q, signal, 'parts')
        if (!signal.aborted) setFound({ q, result: appendFound(result, parts) })
      } catch {
        // The rest of what is offered is there without it.
        if (!signal.aborted) isRefused.current = true
      }
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [isAsked, q])
  return found?.q === q ? found.result : undefined
}

/** Appends what contains the text to what equals it. */
function appendFound(equal: TeamFound, parts: TeamFound): TeamFound {
  const append = <R extends { id: string }>(first: R[], rest: R[]) => [
    ...first,
    ...rest.filter(({ id }) => !first.some((row) => row.id === id)),
  ]
  return {
    users: append(equal.users, parts.users),
    vehicles: append(equal.vehicles, parts.vehicles),
    connections: append(equal.connections, parts.connections),
  }
}
