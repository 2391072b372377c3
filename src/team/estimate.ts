/** What a crawl takes at the limit: the bucket that jobs may take out at once, then what is refilled. */

export interface CrawlLimit {
  capacity: number
  refillPerMinute: number
  /** What of the capacity is kept from jobs; none where it is left out. */
  reserve?: number
}

const forJobs = ({ capacity, reserve = 0 }: CrawlLimit): number => Math.max(0, capacity - reserve)
const msFor = (requests: number, { refillPerMinute }: CrawlLimit): number =>
  (Math.max(0, requests) * 60_000) / refillPerMinute

/**
 * Seconds until the last of so many requests is sent, from a full bucket. If nothing limits them, each takes as long as
 * one page did: pages are read one after the other.
 * @returns null if that is unknown, too
 */
export function secondsFor(requests: number, limit: CrawlLimit | undefined, pageMs: number | undefined): number | null {
  if (limit) return Math.ceil(msFor(requests - forJobs(limit), limit) / 1000)
  return pageMs === undefined ? null : Math.ceil((requests * pageMs) / 1000)
}

/** When the last one is sent, where `sent` of them were since it began: what is left in the bucket follows from that. */
export function endsAt(
  { begunAt, sent, left }: { begunAt: number; sent: number; left: number },
  limit: CrawlLimit | undefined,
  now: number,
): number | undefined {
  if (!limit) return sent === 0 ? undefined : now + ((now - begunAt) / sent) * left
  const refilled = (now - begunAt) / msFor(1, limit)
  const level = Math.min(forJobs(limit), Math.max(0, forJobs(limit) + refilled - sent))
  return now + msFor(left - level, limit)
}
