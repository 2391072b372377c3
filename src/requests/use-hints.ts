/** Asks anew when the server says that something of a topic has changed. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HintTopic } from '../api/hints'
import { hearHints } from './hints'

const EVERY_MS = 1_000

/**
 * @param queryKey what the queries to be asked anew begin with: the same value from drawing to drawing
 * @param isWanted false while nothing of it is seen
 * @param everyMs at most so often
 */
export function useHints(topic: HintTopic, queryKey: QueryKey, isWanted = true, everyMs = EVERY_MS): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isWaitedFor = false
    const ask = () => {
      if (timer !== undefined) {
        isWaitedFor = true
        return
      }
      // What is being asked for goes on: where an answer takes longer than that, none would ever come.
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      timer = setTimeout(() => {
        timer = undefined
        if (isWaitedFor) ask()
      }, everyMs)
      isWaitedFor = false
    }
    const end = hearHints((hint) => (hint === topic || hint === 'all') && ask())
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [client, topic, queryKey, isWanted, everyMs])
}
