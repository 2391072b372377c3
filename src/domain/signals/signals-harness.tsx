/** For component tests: a service that answers the values of signals, and what parts that read them stand in. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { ConfigProvider } from '../../core/config'
import type { TableRow } from '../../core/table-row'
import { draw } from '../../ui/browser-harness'

const config = {
  store: { kind: 'memory' },
  sandbox: true,
  tokens: { version2: true },
  headerPrefix: null,
  docsUrl: null,
  vehicleReadTimeoutMs: 30_000,
}

export const drawAsConsole = (part: ReactNode, given: object = {}) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...config, ...given } as never /* nothing else of it is read */}>{part}</ConfigProvider>
    </QueryClientProvider>,
  )

export const listOf = (data: unknown, total?: number) => ({
  data,
  meta: { pageNumber: 1, pageSize: 100, totalCount: total ?? (Array.isArray(data) ? data.length : 1) },
  links: { self: '?', first: '?', prev: null, next: null, last: '?' },
})

const HOUR_MS = 3_600_000
/** One an hour, the newest first. */
export const valuesOf = (unit: string, ...values: unknown[]): TableRow[] =>
  values.map((value, index) => ({ value, unit, recordedAt: new Date(Date.now() - index * HOUR_MS).toISOString() }))

/**
 * Answers each read of values by its address. @returns the addresses that were asked for, and the user of each
 * @param answer `undefined` where it never comes
 */
export function serveValues(answer: (path: string) => Response | undefined) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string, { signal, headers }: RequestInit) => {
    const { pathname } = new URL(address, 'http://console')
    const user = new Headers(headers).get('x-forecourt-user')
    asked.push(user ? `${pathname} ${user}` : pathname)
    const response = answer(pathname)
    if (response) return Promise.resolve(response)
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  return asked
}
