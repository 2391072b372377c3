/** What the team's directory finds for what is typed: asked once typing stops, one question at a time. */
import { useEffect, useRef, useState } from 'react'
import type { TeamFound } from '../../api/team'
import { accountSignal } from '../../core/account'
import { useConfig } from '../../core/config'

/** As long as somebody types the next letter, nobody waits for what the last one finds. */
const TYPING_MS = 150
/** Less is in nearly every name. */
const LEAST = 2
/** More than any name has. */
const MOST = 200

/** @returns what was found for the text as it is now; undefined until then, and where nothing can be found */
export function useTeamFound(text: string): TeamFound | undefined {
  const { hasTeam } = useConfig()
  const [found, setFound] = useState<{ q: string; team: TeamFound }>()
  /** Where it was refused once, nothing more is asked. */
  const isRefused = useRef(false)
  const q = text.trim()
  const isAsked = hasTeam && q.length >= LEAST && q.length <= MOST
  useEffect(() => {
    if (!isAsked || isRefused.current) return
    const asking = new AbortController()
    const signal = AbortSignal.any([asking.signal, accountSignal()])
    const timer = setTimeout(async () => {
      try {
        const { findInTeam } = await import('./directory-requests')
        const team = await findInTeam(q, signal)
        if (!signal.aborted) setFound({ q, team })
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
  return found?.q === q ? found.team : undefined
}
