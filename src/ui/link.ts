/** Which addresses from data a person may be sent to. */

/** True for an address that a person may be sent to: http or https, and on `host` where one is required. */
export function isSafeLink(address: string | undefined, base: string | null): address is string {
  if (!address || !base) return false
  try {
    const url = new URL(address)
    return (
      (url.protocol === 'https:' || url.protocol === 'http:') && url.host === new URL(base).host && url.username === ''
    )
  } catch {
    return false
  }
}
