/** What a billed read counts against its vehicle's limit: each endpoint in a batch is one (4.1, rule 4; 8). */

/** @param body the request's, parsed; anything but a batch's list counts as one */
export function costOf(body: unknown): number {
  const requests = typeof body === 'object' && body !== null && 'requests' in body ? body.requests : undefined
  return Array.isArray(requests) ? requests.length : 1
}
