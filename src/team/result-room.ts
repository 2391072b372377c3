/** Room in the store for what jobs read. */
import { boundInWords } from '../api/team-bounds'
import type { JobWork } from '../store/job-work'
import { jobWords } from './job-words'
import type { Sleep } from './page-reader'

/** Until reads under way have ended, which may leave room for another. */
const BUSY_MS = 1_000

/** Waits for room for a job's next read. @returns why there will be none */
export async function waitForRoom(
  { room }: Pick<JobWork, 'room'>,
  job: number,
  sleep: Sleep,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (;;) {
    const found = await room(job)
    if (typeof found === 'object') return jobWords.full(boundInWords(found))
    if (found === 'free' || signal.aborted) return undefined
    await sleep(BUSY_MS, signal)
  }
}
