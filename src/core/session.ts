/** Tokens that were added in this browser: sent to the server once, sealed there, and never readable here again. */
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../api/config'
import { ask } from '../api/console/client'
import { consoleKey } from '../api/console/endpoint'
import { session } from '../api/console/session'
import { ApiError, explain } from '../api/errors'
import { adoptAccount, whileAccount } from './account'
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
