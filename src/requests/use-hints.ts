/** Asks anew when the server says that something of a topic has changed. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HintTopic } from '../api/hints'
import { hearHints } from './hints'

const EVERY_MS = 1_000

/**
 * Asks for what a query key begins, at most every so often. What is being asked for when it is to be asked anew goes on, as
 * no answer would ever come where one takes longer than that; but it may have been read before, so it is asked once more.
 */
export function askingAnew(client: QueryClient, queryKey: QueryKey, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isWaitedFor = false
  let isEnded = false
  async function ask(): Promise<void> {
    if (isAsking) {
      isWaitedFor = true
      return
    }
    isAsking = true
    isWaitedFor = client.isFetching({ queryKey }) > 0
    await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    if (isEnded) return
    timer = setTimeout(() => {
      isAsking = false
      if (isWaitedFor) void ask()
    }, everyMs)
  }
  return {
    ask,
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/**
 * @param queryKey what the queries to be asked anew begin with: the same value from drawing to drawing
 * @param isWanted false while nothing of it is seen
 * @param everyMs at most so often
 */
export function useHints(topic: HintTopic, queryKey: QueryKey, isWanted = true, everyMs = EVERY_MS): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    const { ask, end } = askingAnew(client, queryKey, everyMs)
    const endHints = hearHints((hint) => (hint === topic || hint === 'all') && void ask())
    return () => {
      endHints()
      end()
    }
  }, [client, topic, queryKey, isWanted, everyMs])
}
