/** What the directory finds for what is typed: requested once typing stops, one text at a time. */
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../api/console/client'
import { directory } from '../../api/console/directory'
import type { TeamFound } from '../../api/team'
import { accountSignal } from '../../core/account'

/** Delay after the last letter, so that only the final text is searched for. */
const TYPING_MS = 150
/** Less is in nearly every name. */
const LEAST = 2
/** More than any name has. */
const MOST = 200

/** @returns what was found for the text as it is now; undefined until then, and where nothing can be found */
export function useDirectoryFound(text: string): TeamFound | undefined {
  const [found, setFound] = useState<{ q: string; result: TeamFound }>()
  /** True after a refusal; then nothing more is requested. */
  const isRefused = useRef(false)
  const q = text.trim()
  const isAsked = q.length >= LEAST && q.length <= MOST
  useEffect(() => {
    if (!isAsked || isRefused.current) return
    const asking = new AbortController()
    const signal = AbortSignal.any([asking.signal, accountSignal()])
    const timer = setTimeout(async () => {
      try {
        const result = await ask(directory.find, { query: { q } }, { signal })
        if (signal.aborted) return
        setFound({ q, result })
        if (!result.isEqual) return
        const parts = await ask(directory.find, { query: { q, match: 'parts' } }, { signal })
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
