/** The variables of operator sign-in: by a provider (OpenID Connect) or by a proxy that names people, never both. */
import { BlockList, isIP } from 'node:net'
import * as z from 'zod/mini'
import { variables } from '../../api/variables.data'
import type { ConfigFile } from '../settings/config-file'
import { type Env, type Kind, oneOf, type Read, type Variable } from '../settings/kinds'
import { isLoopback, isLoopbackUrl } from '../settings/loopback'
import { SettingError } from '../settings/setting-error'
import { defaultFormat, type RoleFormat, roleFormats } from './role-header'

interface Trusting {
  /** True for the address of a socket whose other end is a trusted proxy; of nobody where there is none. */
  trusts(address: string | undefined): boolean
}

export interface OidcSettings extends Trusting {
  kind: 'oidc'
  /** As written: the provider's own spelling is compared with it. */
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim that holds the roles; undefined (`none`): everybody who can sign in is an operator. */
  roleClaim: string | undefined
}

export interface ProxySettings extends Trusting {
  kind: 'proxy'
  userHeader: string
  /** The header with the roles; undefined (`none`) makes everyone an operator. */
  roleHeader: string | undefined
  /** How that header joins them. */
  roleFormat: RoleFormat
}

export type SignInSettings = OidcSettings | ProxySettings

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
/** The value of `ROLE_CLAIM` that says aloud that there are no roles: left out, it would open to everybody unsaid. */
const NO_ROLES = 'none'

export const MISSING_SECRET = 'SESSION_SECRET: missing; sign-in requires 32 bytes or more, the same on every instance.'

/**
 * @param hasSecret true if there is a secret that outlives the process
 * @throws SettingError with one line
 */
export function readSignIn(env: Env, read: Read, config: ConfigFile, hasSecret: boolean): SignInSettings | undefined {
  const isOidc = allOrNone(env, OIDC, 'all three or none')
  const isProxy = !!env.TRUSTED_USER_HEADER
  if (isOidc && isProxy)
    throw new SettingError('TRUSTED_USER_HEADER: set together with OIDC_ISSUER; expects one way to sign in.')
  if (isProxy && !env.TRUSTED_PROXY)
    throw new SettingError('TRUSTED_PROXY: missing; TRUSTED_USER_HEADER is trusted only from that proxy.')
  // Ignored, it would leave open what was meant to be behind a sign-in. A receiver is told by its proxy who sends.
  if (env.TRUSTED_PROXY && !isOidc && !isProxy && !env.RECEIVER_PORT)
    throw new SettingError(
      'TRUSTED_USER_HEADER: missing; required with TRUSTED_PROXY, unless OIDC_ISSUER signs people in.',
    )
  if (config.roles && !env.ROLE_CLAIM)
    throw new SettingError('ROLE_CLAIM: missing; CONFIG has roles and expects the claim that holds them.')
  if (!isOidc && !isProxy) {
    // Ignored, either would leave open what it was meant to close.
    const unused = env.ROLE_CLAIM ? 'ROLE_CLAIM' : env.ROLE_FORMAT && 'ROLE_FORMAT'
    if (unused) throw new SettingError(`${unused}: set without sign-in; requires OIDC_ISSUER or TRUSTED_PROXY.`)
    if (config.dailyVehicleReads?.perOperator !== undefined)
      throw new SettingError(
        'CONFIG: dailyVehicleReads.perOperator: set without sign-in; requires OIDC_ISSUER or TRUSTED_PROXY.',
      )
    return undefined
  }
  if (!env.PUBLIC_ORIGIN && !isLoopback(env.HOST || variables.HOST.fallback))
    throw new SettingError('PUBLIC_ORIGIN: missing; sign-in beyond loopback requires the origin that people type.')
  // A random one would end what it seals at every restart, and between two instances.
  if (!hasSecret) throw new SettingError(MISSING_SECRET)
  if (!env.ROLE_CLAIM)
    throw new SettingError(
      `ROLE_CLAIM: missing; expects the ${isOidc ? 'claim' : 'header'} that holds the roles, or ${NO_ROLES} to make everyone who signs in an operator.`,
    )
  if (config.roles && env.ROLE_CLAIM === NO_ROLES)
    throw new SettingError(
      `ROLE_CLAIM: got "${NO_ROLES}", expects the name of the claim or header that holds the roles of CONFIG.`,
    )
  if (env.ROLE_FORMAT && (isOidc || env.ROLE_CLAIM === NO_ROLES))
    throw new SettingError(
      'ROLE_FORMAT: set without a header of roles; requires TRUSTED_USER_HEADER, and ROLE_CLAIM to be a header.',
    )
  return isOidc ? readOidc(env, read) : readProxy(env, read)
}

const noProxy: Trusting = { trusts: () => false }

/** Of whom it is believed for whom they ask. */
export function trusting(read: Read): Trusting {
  const trusted = read('TRUSTED_PROXY', addresses, undefined)
  if (trusted === undefined) return noProxy
  return {
    trusts: (address = '') => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

const readRoles = (env: Env, read: Read, kind: Kind<string>) =>
  env.ROLE_CLAIM === NO_ROLES ? undefined : read('ROLE_CLAIM', kind, undefined)

function readOidc(env: Env, read: Read): OidcSettings {
  if (/^http:/i.test(env.PUBLIC_ORIGIN ?? '') && !isLoopbackUrl(env.PUBLIC_ORIGIN ?? ''))
    throw new SettingError(
      `PUBLIC_ORIGIN: got ${JSON.stringify(env.PUBLIC_ORIGIN)}, expects https, because sign-in cookies are sent only over https.`,
    )
  return {
    kind: 'oidc',
    issuer: read('OIDC_ISSUER', issuer, ''),
    clientId: read('OIDC_CLIENT_ID', clientId, ''),
    clientSecret: read('OIDC_CLIENT_SECRET', clientSecret, ''),
    roleClaim: readRoles(env, read, claim),
    ...trusting(read),
  }
}

function readProxy(env: Env, read: Read): ProxySettings {
  const userHeader = read('TRUSTED_USER_HEADER', headerName, '')
  const roleHeader = readRoles(env, read, headerName)
  if (userHeader === roleHeader)
    throw new SettingError(`ROLE_CLAIM: got "${roleHeader}", expects a header other than TRUSTED_USER_HEADER.`)
  const roleFormat = read('ROLE_FORMAT', oneOf(roleFormats), defaultFormat(roleHeader ?? ''))
  return { kind: 'proxy', userHeader, roleHeader, roleFormat, ...trusting(read) }
}

function allOrNone(env: Env, names: readonly Variable[], rule: string): boolean {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0 || missing.length === names.length) return missing.length === 0
  throw new SettingError(`${missing.join(', ')}: missing; set ${names.join(', ')} ${rule}.`)
}

const text = (fits: (value: string) => boolean) => z.string().check(z.refine(fits))

const issuer: Kind<string> = {
  schema: text((value) => {
    if (!URL.canParse(value) || /[?#\s]/.test(value)) return false
    const url = new URL(value)
    if (url.username !== '' || url.password !== '') return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(value))
  }),
  takes: 'an https address without query, fragment or credentials (http only on loopback), such as https://id.example',
}
const clientId: Kind<string> = {
  schema: text((value) => /^[ -~]{1,512}$/.test(value)),
  takes: 'up to 512 ASCII characters',
}
const clientSecret: Kind<string> = {
  schema: text((value) => /^[ -~]{1,2048}$/.test(value)),
  takes: 'up to 2048 ASCII characters',
  isSecret: true,
}
const claim: Kind<string> = {
  schema: text((value) => /^[!-~]{1,200}$/.test(value)),
  takes: 'the name of a claim, or a path of names joined by dots, such as realm_access.roles',
}

/** Headers that mean something else here: a proxy that sets one of them would not be naming anybody. */
const taken = /^(host|origin|cookie|connection|accept.*|content-.*|sec-.*|transfer-encoding|x-forecourt-.*)$/
const headerName: Kind<string> = {
  schema: z.pipe(
    text((value) => /^[A-Za-z0-9-]{1,100}$/.test(value) && !taken.test(value.toLowerCase())),
    z.transform((value) => value.toLowerCase()),
  ),
  takes: 'the name of a header that isn’t used for anything else, such as x-remote-user',
}

/** @returns undefined where a part is no address and no network */
function networks(value: string): BlockList | undefined {
  const list = new BlockList()
  for (const part of value.split(',')) {
    const [address = '', prefix, ...more] = part.trim().split('/')
    const version = isIP(address)
    if (version === 0 || more.length > 0) return undefined
    const type = version === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, type)
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 6 ? 128 : 32))
      list.addSubnet(address, Number(prefix), type)
    else return undefined
  }
  return list
}
const addresses: Kind<BlockList> = {
  schema: z.pipe(
    text((value) => networks(value) !== undefined),
    z.transform((value) => networks(value) ?? new BlockList()),
  ),
  takes: 'addresses or networks (never all of them) separated by commas, such as 10.0.0.7,10.1.0.0/16,fd00::/8',
}
