/** Under which name the directory of this server is kept: a realm is one provider's address and one account there. */
import { type Credential, createFingerprints } from '../auth/account'

interface About {
  /** The host that lists connections. */
  host: string
  isSandbox: boolean
  /** `STORE_ACCOUNT`: kept by the operator when tokens are exchanged. */
  account: string | undefined
  /** What the server itself sends to that host. */
  credential: Credential
}

/**
 * The name of a configured token is keyed by a fixed label and never by `SESSION_SECRET`: a random secret would make
 * another realm at each restart, an exchanged one would hide a directory that took hours to read, and instances with
 * secrets of their own would each read it again. Nothing is lost by it: a token can't be read from its name, and who
 * could try a guess against the name could try it at the provider.
 */
const fingerprint = createFingerprints(undefined)

/**
 * The sandbox starts over with its process, and so does its realm: what an earlier one listed is gone. Without
 * a token of its own the server has no account, but still what all accounts share.
 */
export function realmKey({ host, isSandbox, account, credential }: About): string {
  const own = ownAccount(credential)
  if (own === undefined) return JSON.stringify([host, null])
  return JSON.stringify([host, account ?? own, ...(isSandbox ? [performance.timeOrigin] : [])])
}

function ownAccount(credential: Credential): string | undefined {
  if (credential.kind === 'fetched') return credential.clientId
  return credential.kind === 'token' ? fingerprint(credential) : undefined
}
