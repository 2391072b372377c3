/** Refetches queries when the server says that something of a topic has changed. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HintTopic } from '../api/hints'
import { hearHints } from './hints'

const EVERY_MS = 1_000

/**
 * Refetches the queries below some keys, at most every so often. A fetch in flight goes on, because one that takes longer
 * than the interval would never end. The server may have read its response before the change, so another fetch follows.
 */
export function createRefetch(client: QueryClient, keys: readonly QueryKey[], everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isRequested = false
  let isEnded = false
  async function refetch(): Promise<void> {
    if (isBusy) {
      isRequested = true
      return
    }
    isBusy = true
    isRequested = keys.some((queryKey) => client.isFetching({ queryKey }) > 0)
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }, { cancelRefetch: false })))
    if (isEnded) return
    timer = setTimeout(() => {
      isBusy = false
      if (isRequested) void refetch()
    }, everyMs)
  }
  return {
    refetch,
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/**
 * @param keys keys of queries, or of all queries of an endpoint (`consoleKey`): the same array from render to render
 * @param isWanted false while none of them is shown
 * @param everyMs at most so often
 */
export function useHints(topic: HintTopic, keys: readonly QueryKey[], isWanted = true, everyMs = EVERY_MS): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    const { refetch, end } = createRefetch(client, keys, everyMs)
    const endHints = hearHints((hint) => (hint === topic || hint === 'all') && void refetch())
    return () => {
      endHints()
      end()
    }
  }, [client, topic, keys, isWanted, everyMs])
}
