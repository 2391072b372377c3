/** Claims of an access token, for roles that the provider puts nowhere else. Used only if the token is a verified JWT. */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Outbound } from '../forward/outbound'

/** Characters. A header of a request to a provider couldn't be much longer. */
const MOST_CHARACTERS = 64_000
const CLOCK_TOLERANCE_S = 30
/** Only those with a public key: a shared secret would let everyone who verifies tokens make them. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

export type AccessTokenClaims = { claims: JWTPayload } | { unused: string }

interface Expected {
  issuer: string
  jwksUri: string
  subject: string
  /** The claim that is read from it: only some are unambiguous in a token that is meant for an API. */
  claim: string
}

/** @param timeoutMs until a request for the provider's keys fails */
export function createAccessTokens(outbound: Pick<Outbound, 'fetch'>, clientId: string, timeoutMs: number) {
  let keys: { uri: string; set: ReturnType<typeof createRemoteJWKSet> } | undefined

  function keysAt(uri: string) {
    if (keys?.uri !== uri) {
      const options = {
        timeoutDuration: timeoutMs,
        [customFetch]: (url: string, init: object) => outbound.fetch(url, init as RequestInit), // its own type for the same options
      }
      keys = { uri, set: createRemoteJWKSet(new URL(uri), options) }
    }
    return keys.set
  }

  /** @returns its claims, or why they aren't used */
  async function read(token: string, { issuer, jwksUri, subject, claim }: Expected): Promise<AccessTokenClaims> {
    if (token.length > MOST_CHARACTERS) return { unused: 'it is too long' }
    const parts = token.split('.').length
    if (!token.startsWith('eyJ') || (parts !== 3 && parts !== 5)) return { unused: 'it isn’t a JWT' }
    if (parts === 5) return { unused: 'it is encrypted' }
    try {
      const { payload } = await jwtVerify(token, keysAt(jwksUri), {
        ...{ algorithms, issuer, subject, clockTolerance: CLOCK_TOLERANCE_S, requiredClaims: ['exp'] },
      })
      return isForClient(payload, clientId, claim) ? { claims: payload } : { unused: 'it isn’t meant for this client' }
    } catch (error) {
      return { unused: reasonOf(error) }
    }
  }

  return { read }
}

/**
 * True if the token's audience is this client. A token for an API that this client requested (`azp`) counts for Keycloak's
 * own claims alone, which say whose roles they are: in `roles` of such a token would be the roles at that API.
 */
function isForClient({ aud, azp }: JWTPayload, clientId: string, claim: string): boolean {
  return [aud].flat().includes(clientId) || (azp === clientId && isKeycloakClaim(claim))
}

export const isKeycloakClaim = (name: string): boolean => /^(realm|resource)_access(\.|$)/.test(name)

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error
    const reasons: Record<string, string> = {
      iss: 'it names another issuer',
      sub: 'it names another user',
      exp: 'it has no end',
      nbf: 'it isn’t valid yet',
    }
    return reasons[claim] ?? 'its claims aren’t valid'
  }
  const isOfLoading = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  if (isOfLoading || !(error instanceof errors.JOSEError) || error.code === errors.JOSEError.code)
    return 'the provider’s keys couldn’t be loaded'
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'it isn’t a JWT'
  return 'the provider’s keys don’t verify it'
}
