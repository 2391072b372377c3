/** The texts of the requests that the receiver refused. */
import type { BodyChange, SignatureForm, SignatureKey } from '../../api/delivery-verdicts.data'
import { formatCount, plural } from '../../ui/format'

export const title = (count: number) => `Refused (${formatCount(count)})`
export const name = 'Refused requests'
export const means =
  'The last requests to the receiver that weren’t proven. Nothing in them is trusted or stored: a restart forgets them.'
export const at = 'Received'
export const response = 'Response'
export const why = 'Reason'
export const from = 'From'
export const explain = 'Explain'
export const explainOne = (address: string) => `Explain the request from ${address}`
export const panel = 'Why it was refused'
export const loading = 'Loading…'
export const couldNotExplain = 'Couldn’t load the request'
export const size = 'Size'
export const bytes = (count: number) => plural(count, 'byte')
export const header = 'Signature header'
export const none = 'None'
export const keys = 'Compared with'
export const fingerprint = 'Fingerprint: the first 8 digits of the token’s SHA-256.'
export const matches = 'Would match'
export const noMatch = 'Nothing matches.'
export const matched = (key: string, change: string) => `${key}, ${change}`
export const body = 'Body (not proven)'
export const keyNames: Readonly<Record<SignatureKey, string>> = {
  current: 'Current token',
  old: 'Old token',
  another: 'Another token',
}
export const forms: Readonly<Record<SignatureForm, string>> = {
  expected: 'In the configured form.',
  none: 'Not sent.',
  hex: 'In lower-case hex.',
  'upper-case hex': 'In upper-case hex.',
  base64: 'In Base64.',
  prefixed: 'With a prefix such as sha256=.',
  several: 'With several signatures.',
  timestamped: 'With a time, such as t=…,v1=….',
  other: 'In no known form.',
}
export const changes: Readonly<Record<BodyChange, string>> = {
  none: 'with the body as it came',
  'time signed': 'with the time before the body',
  're-serialized JSON': 'with its JSON written without spaces',
  'trailing newline added': 'without the trailing newline',
  'trailing newline removed': 'with a trailing newline',
  'line breaks changed': 'with other line breaks',
}
