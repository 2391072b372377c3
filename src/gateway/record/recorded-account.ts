/** The account of a line of the record, by the credential that was used. */

export interface RecordedCredential {
  source: string
  /** Of its account, by the claims of the token. */
  fingerprint: string
  /** Of the very token, if it was added in a browser. */
  tokenFingerprint?: string | undefined
}

/** Of lines of older servers, which name no credential, and of reads with a token that is one vehicle's alone. */
export const NO_ACCOUNT = ''

const ownSources: readonly string[] = ['configured', 'fetched']

/** True if the server was configured with the credential. */
export const isOwnCredential = (credential: RecordedCredential | undefined): boolean =>
  credential !== undefined && ownSources.includes(credential.source)

export const ownAccount = (fingerprint: string): string => `own ${fingerprint}`
export const addedAccount = (tokenFingerprint: string): string => `added ${tokenFingerprint}`

/** An added token is an account by the whole token: its claims are unverified, and may name any account. */
export function accountOf(credential: RecordedCredential | undefined): string {
  if (credential === undefined) return NO_ACCOUNT
  if (isOwnCredential(credential)) return ownAccount(credential.fingerprint)
  const { source, tokenFingerprint } = credential
  return source === 'vehicle' || tokenFingerprint === undefined ? NO_ACCOUNT : addedAccount(tokenFingerprint)
}
