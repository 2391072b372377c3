/** Why a delivery was refused: what is told of its signature, and the sentence that each verdict is shown as. */

/** How the signature's header was written; `none`: it wasn't there. `expected` is the configured form. */
export const signatureForms = [
  'expected',
  'none',
  'hex',
  'upper-case hex',
  'base64',
  'prefixed',
  'several',
  'timestamped',
  'other',
] as const
export type SignatureForm = (typeof signatureForms)[number]

/** What may have been done to a body on its way: undone, its signature matches. */
export const bodyChanges = [
  'none',
  'time signed',
  're-serialized JSON',
  'trailing newline added',
  'trailing newline removed',
  'line breaks changed',
] as const
export type BodyChange = (typeof bodyChanges)[number]

/** Whose key made a signature; `old` and `another` may have been given for the comparison alone. */
export type SignatureKey = 'current' | 'old' | 'another'

/** Why a request was refused; the first three are explained further by a verdict. */
export const refusalReasons = {
  'no signature': 'No signature header.',
  'signature form': 'The signature header isn’t in the configured form.',
  'wrong signature': 'The signature matches no configured token.',
  'would sign': 'Refused: a response to this challenge would sign a forged event.',
  'no challenge': 'A verification without a challenge.',
  'too many': 'More than 6 verifications in a minute.',
  'signed on request':
    'The body is a text that this server signs for anyone who verifies the callback, so its signature proves nothing.',
} as const
export type RefusalReason = keyof typeof refusalReasons

export const deliveryVerdicts = {
  'no signature':
    'The request has no signature. If the provider sent it, a proxy may have dropped the header; otherwise a stranger did.',
  'header form':
    'The signature is right, but its header is written in another form. Set `deliveries.encoding` or `deliveries.signaturePrefix` in `CONFIG`, or check what the proxy does to headers.',
  timestamped:
    'The signature is right, but it covers a time before the body, too (`t=…,v1=…`). This server verifies only signatures of the body alone.',
  'body altered': 'The body was altered on the way. Check the proxy: it must pass bodies on byte for byte.',
  'old token': 'Signed with an old token. Set it as `RECEIVER_SECRET_OLD` until the rotation is complete.',
  'another token':
    'Signed with another token: of another application, or one that isn’t set here. Compare the fingerprint with your application management token.',
  'live only':
    'Tests of this webhook are signed with your token, but its live deliveries are not. This is a known fault of the provider; re-creating the application fixed it (per public reports).',
} as const
export type DeliveryVerdict = keyof typeof deliveryVerdicts
