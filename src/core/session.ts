/** Tokens that were added in this browser: sent to the server once, sealed there, and never readable here again. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Session } from '../api/config'
import { ask } from '../api/console/client'
import { consoleKey } from '../api/console/endpoint'
import { session } from '../api/console/session'
import { ApiError, explain } from '../api/errors'
import { adoptAccount, whileAccount } from './account'
import { useConfig } from './config'
import { whenHydrated } from './hydration'

async function load(): Promise<Session> {
  const isCurrent = whileAccount()
  const loaded = await ask(session.read, {})
  adoptAccount(loaded.account, isCurrent)
  return loaded
}

export const sessionQuery = queryOptions({
  queryKey: consoleKey(session.read),
  queryFn: () => load().finally(whenHydrated),
  staleTime: 30_000,
})
/**
 * When the version 3 token ends that was added in this browser; undefined without one. The page's configuration has it for
 * the first render, so that nothing moves when the session is loaded.
 */
export function useAddedVersion3(): { endsAt: string | undefined } | undefined {
  const { version3EndsAt } = useConfig()
  const { data: session } = useQuery(sessionQuery)
  if (session) return session.version3 ? { endsAt: session.version3EndsAt } : undefined
  return version3EndsAt === null ? undefined : { endsAt: version3EndsAt }
}
/** @throws ApiError */
export const addTokens = (tokens: { version3?: string; version2?: string; vehicles?: Record<string, string> }) =>
  ask(session.add, { body: tokens })
/** @throws ApiError */
export const forgetTokens = () => ask(session.forget, {})

/** Why tokens couldn't be added or forgotten, as one text. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { title, detail } = explain(error)
  return detail === undefined ? title : `${title}. ${detail}`
}
