/** Between the runner of jobs and what sends their requests. */
import type { JobOperation } from '../api/team-jobs'
import type { JobResult } from '../store/job-result-save'
import type { JobRecord } from '../store/job-rows'
import type { JobFollowing, JobItem, JobOutcome } from '../store/job-work'

/** One change or read, in the name of the person its job depends on. */
export interface JobDeed extends Pick<JobItem, 'target' | 'page' | 'place'> {
  operation: JobOperation
  /** Parameters that all items of the job share. */
  shared: JobRecord['shared']
  /** Names the token that it is sent with, if that was added in a browser. */
  tokenId?: string | null | undefined
  /** With this one. */
  tries: number
  /** The same for the same try of the same item, in every process. */
  click: string
  begunBy: string | null
  subject: string | null
  client: string
  /** The person who started the job: its clicks stay theirs when another adopts it. */
  clickSubject?: string | null | undefined
}

export interface JobSent extends JobOutcome, JobFollowing {
  /** Result of a read. */
  result?: JobResult | undefined
  /** True if there was nothing to change; the item counts as done. */
  isGone?: boolean | undefined
  /** True if the host wasn't reached. */
  isUnreached?: boolean | undefined
  /** For so long nothing more is to be sent. */
  waitMs?: number | undefined
  /** Every other item would meet it. */
  stop?: string | undefined
}

/**
 * @param begin to be called right before the request leaves: where it is false, nothing is sent
 * @param signal aborted if the request isn't needed any more; a change is carried to its end
 */
export type SendDeed = (deed: JobDeed, begin: () => Promise<boolean>, signal: AbortSignal) => Promise<JobSent>
/** @returns whether it is there; throws where that can't be told */
export type LookFor = (
  operation: JobOperation,
  target: string,
  signal: AbortSignal,
  shared: JobRecord['shared'],
) => Promise<boolean>

/** Tokens that were added in browsers and that jobs of the server's own account are sent with. */
export interface JobTokens {
  /** Names of those that this server has. */
  ids(): string[]
  /** Forgets those that no running job needs. */
  retain(used: readonly string[]): void
}
