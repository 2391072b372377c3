/** A request that a recording has no response to: nothing was sent, because there is no host to send it to. */
export class NotRecorded extends Error {
  override name = 'NotRecorded'
  readonly kind = 'not-recorded'
}
