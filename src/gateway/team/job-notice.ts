/**
 * Tells an address outside (`NOTIFY_URL`) that a job has ended, or that the server paused it: how many came to what, and
 * nothing about the people it concerned.
 */
import { createHmac } from 'node:crypto'
import type { JobRecord } from '../../store/job-rows'
import type { RunnerOptions } from '../../team/runner'
import type { Outbound } from '../forward/outbound'
import { reasonOf } from '../forward/upstream'

const TIMEOUT_MS = 10_000

interface Options {
  url: string
  secret: string
  /** The console’s own, with `/` at its end. */
  publicAddress: () => string
  outbound: Pick<Outbound, 'fetch'>
}

/** The body as text. The same end or pause has the same `id`, however often it is sent. */
function noticeOf(job: JobRecord, publicAddress: string): string {
  const { id, operation, phase, pauseCause, counts, begunAt, endedAt, pausedAt } = job
  return JSON.stringify({
    id: `job-${id}-${(endedAt ?? pausedAt)?.getTime() ?? 0}`,
    event: `job.${phase}`,
    job: id,
    operation,
    pauseCause,
    counts,
    begunAt: begunAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    address: `${publicAddress}jobs/${id}`,
  })
}

/** @throws where it was not taken: with another status than 2xx, or no response in time */
export function createJobNotice({ url, secret, publicAddress, outbound }: Options): NonNullable<RunnerOptions['tell']> {
  return async (job) => {
    const body = noticeOf(job, publicAddress())
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await outbound
      .fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forecourt-signature': `sha256=${signature}` },
        body,
        redirect: 'manual', // the body is for this address
        signal,
      })
      .catch((error: unknown) => {
        if (signal.aborted) throw new Error(`it didn’t respond within ${TIMEOUT_MS} ms.`)
        throw new Error(`it can’t be reached: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}.`)
      })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it returned ${response.status}.`)
  }
}
