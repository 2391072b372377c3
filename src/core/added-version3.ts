/** The version 3 token that was added in this browser. */
import { useQuery } from '@tanstack/react-query'
import { useConfig } from './config'
import { sessionQuery } from './session'

/**
 * When the token ends; undefined without one. The page's configuration has it for the first render, so that nothing moves
 * when the session is loaded.
 */
export function useAddedVersion3(): { endsAt: string | undefined } | undefined {
  const { version3EndsAt } = useConfig()
  const { data: session } = useQuery(sessionQuery)
  if (session) return session.version3 ? { endsAt: session.version3EndsAt } : undefined
  return version3EndsAt === null ? undefined : { endsAt: version3EndsAt }
}
