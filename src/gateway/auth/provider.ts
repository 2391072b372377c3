/** The OpenID Connect provider: found when it is first needed, asked for a code with PKCE, its answer verified. */
import * as oidc from 'openid-client'
import type { Outbound } from '../forward/outbound'
import { proxyWords } from '../forward/proxy-words'
import { tlsWords } from '../tls-words'
import { createAccessTokens } from './access-token'
import { type RoleSource, rolesIn } from './no-role'
import type { OidcSettings } from './sign-in-settings'

/** Seconds until a provider that does not answer is given up. */
const TIMEOUT_S = 10

/** What sign-in must find again when the provider sends the browser back. */
interface Transaction {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

interface Identity {
  subject: string
  name: string
  roleValues: string[]
  /** The places in which the role claim was searched for. */
  roleSources: RoleSource[]
  idToken: string | undefined
}

/** Why a sign-in failed. Its message is for the person and the log: it holds no code, token or secret. */
export class SignInError extends Error {
  override name = 'SignInError'
  constructor(
    /** unavailable: the provider does not answer as one; refused: it said no; invalid: its answer does not fit. */
    readonly kind: 'unavailable' | 'refused' | 'invalid',
    message: string,
  ) {
    super(message)
  }
}

export function createProvider(
  { issuer, clientId, clientSecret, roleClaim }: OidcSettings,
  outbound: Pick<Outbound, 'fetch'>,
) {
  let found: Promise<oidc.Configuration> | undefined
  const accessTokens = createAccessTokens(outbound, clientId, TIMEOUT_S * 1000)

  /** Found once and kept; a failure is not kept, so that the next ask tries again. */
  function configuration(): Promise<oidc.Configuration> {
    const isPlain = issuer.startsWith('http:') // which the settings allow on loopback only
    found ??= oidc
      .discovery(new URL(issuer), clientId, undefined, authenticate, {
        timeout: TIMEOUT_S,
        [oidc.customFetch]: (url, options) => outbound.fetch(url, options as RequestInit), // its own type for the same options
        // The signature of the ID token is verified too, though it comes straight from the provider.
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        found = undefined
        throw new SignInError('unavailable', `The sign-in provider ${issuer} can’t be used: ${reasonOf(error)}.`)
      })
    return found
  }

  /** As the provider takes it: in the header, which is the protocol's default, unless it lists others only. */
  const authenticate: oidc.ClientAuth = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isBasic = methods === undefined || methods.includes('client_secret_basic')
    const method = isBasic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret)
    method(server, client, body, headers)
  }

  /** The address to send a browser to. @throws SignInError where the provider cannot be reached */
  async function begin(redirectUri: string): Promise<{ url: URL; transaction: Transaction }> {
    const config = await configuration()
    const transaction = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      redirectUri,
    }
    // Some providers put roles behind a scope of the same name, and then list it.
    const roleScope = roleClaim !== undefined && config.serverMetadata().scopes_supported?.includes(roleClaim)
    const parameters = {
      redirect_uri: redirectUri,
      scope: roleScope ? `openid profile ${roleClaim}` : 'openid profile',
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: 'S256',
    }
    try {
      return { url: oidc.buildAuthorizationUrl(config, parameters), transaction }
    } catch {
      throw new SignInError('unavailable', `The sign-in provider ${issuer} can’t be used: it has no sign-in address.`)
    }
  }

  /**
   * Verifies the provider's answer (state, issuer, PKCE, signature, nonce) and says who signed in.
   * @param query of the callback, as it came
   * @throws SignInError
   */
  async function finish(query: string, { state, nonce, verifier, redirectUri }: Transaction): Promise<Identity> {
    const config = await configuration()
    try {
      const tokens = await oidc.authorizationCodeGrant(config, new URL(redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const idClaims = tokens.claims()
      if (!idClaims) throw new SignInError('invalid', 'The sign-in provider sent no ID token.')
      const { userinfo_endpoint, jwks_uri: jwksUri, issuer } = config.serverMetadata()
      const roleSources: RoleSource[] = [{ name: 'the ID token', claims: idClaims }]
      const rolesSoFar = () => (roleClaim === undefined ? [] : rolesIn(roleSources, roleClaim))
      const isWithoutRoles = () => roleClaim !== undefined && rolesSoFar().length === 0
      let name = nameOf(idClaims)
      // Providers may keep names and roles for userinfo, and Keycloak its roles for the access token.
      if ((name === undefined || isWithoutRoles()) && userinfo_endpoint !== undefined) {
        const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, idClaims.sub)
        roleSources.push({ name: 'userinfo', claims: userinfo })
        name ??= nameOf(userinfo)
      }
      if (roleClaim !== undefined && isWithoutRoles() && jwksUri !== undefined) {
        const expected = { issuer, jwksUri, subject: idClaims.sub, claim: roleClaim }
        roleSources.push({ name: 'the access token', ...(await accessTokens.read(tokens.access_token, expected)) })
      }
      return {
        subject: idClaims.sub,
        name: name ?? idClaims.sub,
        roleValues: rolesSoFar(),
        roleSources,
        idToken: tokens.id_token,
      }
    } catch (error) {
      throw signInError(error)
    }
  }

  /** Where a browser ends its session at the provider; undefined where it offers none or cannot be reached. */
  async function endSession(idToken: string | undefined, returnTo: string): Promise<string | undefined> {
    const config = await configuration().catch(() => undefined)
    if (!config?.serverMetadata().end_session_endpoint) return undefined
    return oidc.buildEndSessionUrl(config, {
      post_logout_redirect_uri: returnTo,
      ...(idToken && { id_token_hint: idToken }),
    }).href
  }

  return { begin, finish, endSession }
}

/** The first claim that names a person, as it can be shown in one line. */
function nameOf(claims: Record<string, unknown>): string | undefined {
  const names = [claims.name, claims.preferred_username, claims.email]
    .filter((one) => typeof one === 'string')
    .map((one) => one.replace(/\p{Cc}+/gu, ' ').trim())
  return names
    .find((one) => one !== '')
    ?.slice(0, 200)
    .toWellFormed()
}

function signInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  if (error instanceof oidc.AuthorizationResponseError) {
    const words = error.error_description ? `: ${error.error_description}` : ''
    return new SignInError('refused', `The sign-in provider returned ${error.error}${words}`)
  }
  if (error instanceof oidc.ResponseBodyError)
    return new SignInError('refused', `The sign-in provider rejected the code: ${error.error}`)
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return new SignInError(
      'refused',
      `The sign-in provider returned ${error.status}. Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`,
    )
  const kind = isUnreachable(error) ? 'unavailable' : 'invalid'
  return new SignInError(kind, `The sign-in provider’s response can’t be used: ${reasonOf(error)}.`)
}

const codes: Record<string, string> = {
  OAUTH_TIMEOUT: `it didn’t respond within ${TIMEOUT_S} s`,
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'it returned an unexpected status',
  OAUTH_RESPONSE_IS_NOT_JSON: 'its response isn’t JSON',
  OAUTH_PARSE_ERROR: 'its response isn’t JSON',
  OAUTH_INVALID_RESPONSE: 'its response isn’t valid',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'a claim of the ID token isn’t the expected one',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'the ID token isn’t valid at this time',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'it names another issuer than OIDC_ISSUER, or another user',
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is unknown',
  ECONNRESET: 'the connection was reset',
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Words of our own: a library's message may quote what it could not read. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const reason =
    codes[codeOf(error)] ?? codes[codeOf(cause)] ?? (isUnreachable(error) ? 'it can’t be reached' : 'it isn’t valid')
  return tlsWords(error) ?? proxyWords(cause, reason) ?? reason
}

/** fetch fails with a TypeError whose cause says why. */
function isUnreachable(error: unknown): boolean {
  const isAnswer = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
    codeOf(error),
  )
  return isAnswer || (error instanceof TypeError && error.message === 'fetch failed')
}
