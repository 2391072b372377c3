/** Tokens handed over by this browser: sent to the server once, sealed there, never readable here again. */
import { queryOptions } from '@tanstack/react-query'
import { ownHeaders, type Session } from '../api/config'
import { withoutResponse } from '../api/errors'
import { fetchOwn } from '../api/own-fetch'
import { adoptAccount, whileAccount } from './account'
import { whenTaken } from './drawn'
import { serverAnswered } from './texts'

async function ask(method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<Session> {
  const response = await fetchOwn('/session', {
    method,
    headers: { ...ownHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw withoutResponse(cause, { operation: `${method} /session`, permission: undefined })
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer as Session // our own server's answer
  const { errors } = (answer ?? {}) as { errors?: { detail?: string }[] }
  throw new Error(errors?.[0]?.detail ?? serverAnswered(response.status))
}

async function load(): Promise<Session> {
  const isCurrent = whileAccount()
  const session = await ask('GET')
  adoptAccount(session.account, isCurrent)
  return session
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => load().finally(whenTaken),
  staleTime: 30_000,
})
export const handOver = (tokens: { version3?: string; version2?: string; vehicles?: Record<string, string> }) =>
  ask('POST', tokens)
export const forget = () => ask('DELETE')
