/**
 * This server's sign of life in the store, for as long as it runs: who shares the store sees it come and go. A store that
 * is away misses some; nothing else depends on them.
 */
import type { InstanceFacts, Instances } from '../store/instances'
import type { CrawlLog } from './crawler'
import { createFailing, saidBy } from './failing'
import { napFor, type Sleep } from './page-reader'

interface Options {
  instances: Pick<Instances, 'beat' | 'leave'>
  instance: InstanceFacts
  log: Pick<CrawlLog, 'warn'>
  /** Ends early, without an error, where its signal is aborted. */
  sleep?: Sleep
}

export interface Heartbeat {
  /** Takes its row away. */
  close(): Promise<void>
}

const BEAT_EVERY_MS = 5_000

export function createHeartbeat({ instances, instance, log, sleep = napFor }: Options): Heartbeat {
  const ending = new AbortController()
  const { signal } = ending
  const failing = createFailing((line) => log.warn(line))
  const what = 'This server’s heartbeat'

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await instances.beat(instance)
        failing.succeeded(what)
      } catch (error) {
        failing.failed(what, saidBy(error))
      }
      await sleep(BEAT_EVERY_MS, signal)
    }
  }

  const running = run()
  return {
    async close() {
      ending.abort()
      await running
      await instances.leave(instance.id).catch(() => undefined) // it is shown as gone
    },
  }
}
