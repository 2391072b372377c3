/**
 * `/session`: tokens that a browser hands over, each sealed in a cookie of its own that no script can read. A
 * vehicle's token lives at that vehicle's path; an index remembers which there are. With sign-in, handing over takes
 * the role operator, because a token is an identity, and the token is good for that operator only: who signs in next
 * at the same browser does not act under it.
 */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type * as z from 'zod/mini'
import type { Session } from '../../api/config'
import { BadIdError, encodeId, type Host } from '../../api/endpoint'
import { isSoundSegment } from '../../api/segment'
import type { Lease } from '../../store/leases'
import { dataHeaders, gatewayError } from '../errors'
import { BodyTooLarge, readBody } from '../forward/body'
import type { Settings } from '../settings/environment'
import { isPlain } from '../settings/plain-http'
import type { LeaseChange } from '../team/added-accounts'
import type { AddedToken } from '../team/job-tokens'
import { type Credential, createAccounts, createFingerprints } from './account'
import type { ConsoleCookies } from './console-cookies'
import { operatorOf } from './operator'
import type { Seal } from './seal'
import { leaseFor, leaseIdOf } from './token-lease'
import { COOKIE_BYTES, NewTokens, TOO_LONG, TOO_MANY, tooMuchIn, VEHICLE_PATH } from './token-room'
import { COOKIE_S, type Ends, endsIn, HANDED_OVER_S, indexText, withRoom } from './vehicle-index'

/** Of a longer path a browser makes another one, which would send a vehicle's token elsewhere. */
const PATH_BYTES = 1024

const versions = { version3: 'forecourt-version3', version2: 'forecourt-version2' } as const
type Version = keyof typeof versions
const versionNames = ['version3', 'version2'] as const satisfies Version[]
/**
 * Says that a token was added, for longer than the browser keeps the token itself: when that has ended, requests are
 * refused rather than sent with the server's own. So the large cookies of many consoles at one host don't add up.
 */
const markOf = (version: Version) => `${versions[version]}-added`
/** Replaces the cookie of a vehicle's token that has ended. That one is sent to the vehicle's own path alone. */
const MARK = 'added'
const VEHICLE = 'forecourt-vehicle'
const INDEX = 'forecourt-vehicles'
/** Where tokens are handed over and forgotten: signing out forgets them too. */
const INDEX_PATHS = ['/session', '/auth'] as const

/** Sealed for the person who added it, the token of another person in this browser can’t be told from one that has ended. */
const endedText = (hasSignIn: boolean) =>
  `The token added in this browser has expired${hasSignIn ? ' or was added by another operator' : ''}. Add it again, or forget it to use the server’s token.`

function vehiclePath(id: string): string {
  const segment = encodeId(id)
  if (!isSoundSegment(segment)) throw new BadIdError('id', id) // no request for it would be forwarded
  return `${VEHICLE_PATH}/${segment}`
}
const IN_THE_CLEAR =
  'This server is reached over plain http (PUBLIC_ORIGIN), where a token can be read on the way. Use https, or set INSECURE_HTTP=1.'

const vehiclePurpose = (id: string) => `vehicle ${id}`

/** What was handed over for one version: its token, or that it has ended. */
type HandedOver = Extract<Credential, { kind: 'token' | 'ended' }> & {
  /** When the token ends at the latest. */
  endsAt?: Date
}
type Versions = Record<Version, HandedOver | undefined>

/** What one request would be sent with, looked up once: it is compared and sent as it was then. */
interface Resolved {
  credentials: Record<Host, Credential>
  account: string
  added: Versions
  /** The lease of the account that an added version 3 token is. */
  lease: Lease | undefined
  /** A version 2.0 token that was added in the browser. */
  addedVersion2?: AddedToken | undefined
}

interface SessionOptions {
  seal: Seal
  settings: Settings
  cookies: ConsoleCookies
  /** Told of every token that is added, and of forgetting them where there were any. */
  onTokens?: (event: 'token added' | 'tokens forgotten', c: Context, more?: object) => void
  /** Called if a browser adds or forgets a token of a version. */
  onLease?: (change: LeaseChange) => void
}

export function sessionRoutes({ seal: unbound, settings, cookies, onTokens, onLease }: SessionOptions) {
  /** The purpose of a seal, bound to who is signed in. */
  const bound = (c: Context, purpose: string) => {
    const operator = operatorOf(c)
    return operator ? JSON.stringify([purpose, operator.subject]) : purpose
  }
  const seal = {
    seal: (c: Context, purpose: string, value: string) => unbound.seal(bound(c, purpose), value, HANDED_OVER_S),
    open: (c: Context, purpose: string, sealed: string | undefined) => unbound.open(bound(c, purpose), sealed),
    read: (c: Context, purpose: string, sealed: string | undefined) => unbound.read(bound(c, purpose), sealed),
  }
  const { publicOrigin, isPlainAllowed } = settings
  const isClear = publicOrigin !== undefined && isPlain(publicOrigin) && !isPlainAllowed
  const fingerprint = createFingerprints(settings.namingSecrets[0])
  /** What each token is for, and the name by which the record knows it. */
  const addedTokens = ({ vehicles = {}, ...versions }: z.output<typeof NewTokens>) => {
    const print = (token: string) => fingerprint({ kind: 'token', token })
    return [
      ...Object.entries(versions).map(([version, token]) => ({ for: version, fingerprint: print(token) })),
      ...Object.entries(vehicles).map(([vehicleId, token]) => ({ vehicleId, fingerprint: print(token) })),
    ]
  }
  const nameAccount = createAccounts(settings.namingSecrets[0])
  const { named, pathFor, isSecure } = cookies
  const vehicleCookie = () => named(VEHICLE, VEHICLE_PATH)
  const indexCookie = () => named(INDEX, INDEX_PATHS[0])
  const options = (path: string) =>
    ({ path: pathFor(path), httpOnly: true, sameSite: 'Strict', secure: isSecure() }) as const

  /** Read without its seal too: where that opens no more, every token of it has ended, and is still to be forgotten. */
  async function indexOf(c: Context): Promise<Ends> {
    const [text = '', sealed] = getCookie(c, indexCookie())?.split('~') ?? []
    const ends = endsIn(text, nowS())
    if ((await seal.open(c, 'index', sealed)) !== undefined) return ends
    return Object.fromEntries(Object.entries(ends).map(([id, end]) => [id, Math.min(end, nowS())]))
  }

  async function versionsOf(c: Context): Promise<Versions> {
    const [version3, version2] = await Promise.all(versionNames.map((version) => versionOf(c, version)))
    return { version3, version2 }
  }

  async function versionOf(c: Context, version: Version): Promise<HandedOver | undefined> {
    const added = await handedOver(c, version, named(versions[version]))
    return added ?? (getCookie(c, named(markOf(version))) ? { kind: 'ended' } : undefined)
  }

  /** Leaves only the mark of a version's token that has ended. */
  function dropEnded(c: Context, added: Versions): void {
    for (const version of versionNames) {
      const name = named(versions[version])
      if (added[version]?.kind !== 'ended' || !getCookie(c, name)) continue
      deleteCookie(c, name, options('/'))
      setCookie(c, named(markOf(version)), MARK, { ...options('/'), maxAge: COOKIE_S })
    }
  }

  function configuredFor(host: Host): Credential {
    const token = settings.tokens[host]
    if (token !== undefined) return { kind: 'token', token }
    const { clientCredentials } = settings
    // The version 2.0 host has an issuer of its own: a fetched token is not for it.
    if (clientCredentials === undefined || host === 'vehicleData') return { kind: 'none' }
    const { tokenUrl, clientId } = clientCredentials
    return { kind: 'fetched', tokenUrl, clientId }
  }
  const own: Readonly<Record<Host, Credential>> = {
    vehicle: configuredFor('vehicle'),
    management: configuredFor('management'),
    vehicleData: configuredFor('vehicleData'),
  }
  /** What the server itself has for a host. */
  const ownFor = (host: Host): Credential => own[host]

  /** What this browser handed over overrides what the server is configured with. */
  function resolvedFrom(c: Context, added: Versions): Resolved {
    const { version3, version2 } = added
    const credentials = {
      vehicle: version3 ?? ownFor('vehicle'),
      management: version3 ?? ownFor('management'),
      vehicleData: version2 ?? ownFor('vehicleData'),
    }
    const account = nameAccount(operatorOf(c)?.subject, credentials)
    const addedVersion2 =
      version2?.kind === 'token' && version2.endsAt ? { credential: version2, endsAt: version2.endsAt } : undefined
    return { credentials, account, added, lease: leaseOf(c, added), addedVersion2 }
  }

  /** @param sealed the cookie of its token, if the response sets it */
  const leaseOf = (c: Context, { version3 }: Versions, sealed = getCookie(c, named(versions.version3))) =>
    version3?.kind === 'token' && sealed ? leaseFor(c, sealed, version3.endsAt, settings.signIn) : undefined

  const resolve = async (c: Context): Promise<Resolved> => resolvedFrom(c, await versionsOf(c))

  function sessionOf(c: Context, added: Versions, vehicles: Session['vehicles']): Session {
    return {
      account: resolvedFrom(c, added).account,
      version3: added.version3?.kind === 'token',
      version2: added.version2?.kind === 'token',
      vehicles,
      ...(added.version3?.endsAt && { version3EndsAt: added.version3.endsAt.toISOString() }),
    }
  }

  async function vehiclesOf(c: Context): Promise<Session['vehicles']> {
    return Object.fromEntries(Object.entries(await indexOf(c)).map(([id, end]) => [id, end > nowS()]))
  }

  const answer = (c: Context, session: Session) => c.json(session, 200, { ...dataHeaders })

  async function read(c: Context): Promise<Response> {
    const added = await versionsOf(c)
    dropEnded(c, added)
    return answer(c, sessionOf(c, added, await vehiclesOf(c)))
  }

  /** @throws SignedOut, SignInUnconfirmed */
  async function add(c: Context): Promise<Response> {
    if (isClear) return gatewayError('INSECURE_HTTP', IN_THE_CLEAR)
    let json: unknown
    try {
      json = JSON.parse((await readBody(c.req.raw, settings.bodyLimitBytes)).toString('utf8'))
    } catch (error) {
      if (error instanceof BodyTooLarge)
        return gatewayError('BODY_TOO_LARGE', `The body can have at most ${settings.bodyLimitBytes} bytes.`)
      return gatewayError('BAD_REQUEST', 'The body isn’t JSON.')
    }
    const parsed = NewTokens.safeParse(json)
    if (!parsed.success) {
      return gatewayError(
        'BAD_REQUEST',
        'The body can have version3, version2 and vehicles {id: token}. A token is visible ASCII characters without spaces.',
      )
    }
    const tooMuch = tooMuchIn(parsed.data, pathFor(VEHICLE_PATH))
    if (tooMuch) return gatewayError('BODY_TOO_LARGE', tooMuch) // before anything is sealed
    await c.get('confirmSignIn')?.()
    const { vehicles = {}, ...given } = parsed.data
    const added = await versionsOf(c)
    const before = leaseOf(c, added)
    const earlier = added.version2
    const held = await vehiclesOf(c)
    let dropped: string[] = []
    const jar: { name: string; value: string; path: string; maxAge?: number }[] = []
    try {
      for (const version of versionNames) {
        const token = given[version]
        if (token === undefined) continue
        const value = await seal.seal(c, version, token)
        jar.push({ name: named(versions[version]), value, path: '/', maxAge: HANDED_OVER_S })
        jar.push({ name: named(markOf(version)), value: MARK, path: '/' })
        added[version] = await openedAs(c, version, value) // with the end that it was sealed with
      }
      for (const [id, token] of Object.entries(vehicles)) {
        jar.push({ name: vehicleCookie(), value: await seal.seal(c, vehiclePurpose(id), token), path: vehiclePath(id) })
        held[id] = true
      }
    } catch (error) {
      if (error instanceof BadIdError) return gatewayError('BAD_REQUEST', error.message)
      throw error
    }
    if (Object.keys(vehicles).length) {
      const ends = await indexOf(c)
      for (const id of Object.keys(vehicles)) ends[id] = nowS() + HANDED_OVER_S
      const room = withRoom(ends, nowS())
      if (!room) return gatewayError('BODY_TOO_LARGE', TOO_MANY)
      dropped = room.dropped
      for (const id of dropped) delete held[id]
      const value = `${indexText(room.ends)}~${await seal.seal(c, 'index', '')}`
      for (const path of INDEX_PATHS) jar.push({ name: indexCookie(), value, path })
    }
    const fits = (name: string, value: string, path: string) =>
      name.length + 1 + value.length <= COOKIE_BYTES && pathFor(path).length <= PATH_BYTES
    if (!jar.every(({ name, value, path }) => fits(name, value, path))) {
      return gatewayError('BODY_TOO_LARGE', TOO_LONG)
    }
    for (const id of dropped) deleteCookie(c, vehicleCookie(), options(vehiclePath(id)))
    for (const { name, value, path, maxAge = COOKIE_S } of jar) setCookie(c, name, value, { ...options(path), maxAge })
    onTokens?.('token added', c, { tokens: addedTokens(parsed.data) })
    const lease = leaseOf(c, added, jar.find(({ name }) => name === named(versions.version3))?.value)
    if (given.version3 !== undefined && lease)
      onLease?.({ ended: before?.id, added: { credentials: resolvedFrom(c, added).credentials, lease } })
    const isReplaced = earlier?.kind === 'token' && given.version2 !== undefined && given.version2 !== earlier.token
    if (isReplaced) onLease?.({ endedVersion2: earlier })
    return answer(c, sessionOf(c, added, held))
  }

  async function forget(c: Context): Promise<Response> {
    const ofVersions = versionNames.flatMap((version) => [named(versions[version]), named(markOf(version))])
    const isHeld = [...ofVersions, indexCookie()].some((name) => getCookie(c, name))
    if (isHeld) onTokens?.('tokens forgotten', c)
    const sealed = getCookie(c, named(versions.version3))
    const endedVersion2 = await versionOf(c, 'version2')
    if (sealed || endedVersion2) onLease?.({ ended: sealed && leaseIdOf(sealed), endedVersion2 })
    for (const name of ofVersions) deleteCookie(c, name, options('/'))
    for (const id of Object.keys(await indexOf(c))) deleteCookie(c, vehicleCookie(), options(vehiclePath(id)))
    for (const path of INDEX_PATHS) deleteCookie(c, indexCookie(), options(path))
    return answer(c, sessionOf(c, { version3: undefined, version2: undefined }, {}))
  }

  /** What this browser handed over under a name; undefined where it did not. */
  async function handedOver(
    c: Context,
    purpose: string,
    name: string,
    source: 'handed over' | 'vehicle' = 'handed over',
  ): Promise<HandedOver | undefined> {
    const sealed = getCookie(c, name)
    return sealed ? openedAs(c, purpose, sealed, source) : undefined
  }

  async function openedAs(
    c: Context,
    purpose: string,
    sealed: string,
    source: 'handed over' | 'vehicle' = 'handed over',
  ): Promise<HandedOver> {
    const opened = await seal.read(c, purpose, sealed)
    if (!opened) return { kind: 'ended' }
    const { value: token, endsAt } = opened
    return { kind: 'token', token, source, ...(endsAt && { endsAt }) }
  }

  /**
   * What one request is sent with: a vehicle's own token, else the one of its host.
   * @returns the refusal where it has ended: the server's own may be another account's
   */
  async function credentialFor(
    c: Context,
    { credentials, added }: Resolved,
    host: Host,
    vehicleId?: string,
  ): Promise<Credential | Response> {
    const isOfVehicle = host === 'vehicleData' && vehicleId !== undefined
    const own = isOfVehicle ? await handedOver(c, vehiclePurpose(vehicleId), vehicleCookie(), 'vehicle') : undefined
    const used = own ?? credentials[host]
    if (used.kind !== 'ended') return used
    if (!own) dropEnded(c, added)
    else if (getCookie(c, vehicleCookie()) !== MARK)
      setCookie(c, vehicleCookie(), MARK, { ...options(vehiclePath(vehicleId ?? '')), maxAge: COOKIE_S })
    const refusal = gatewayError('NO_TOKEN', endedText(settings.signIn !== undefined))
    return c.newResponse(refusal.body, refusal)
  }

  /**
   * True if the browser has a token's cookie by its name before 0.3. It isn't used, and not cleared either, because it may
   * be of an older console at another port. It ends after 30 days at the latest.
   */
  const hasEarlierToken = (c: Context): boolean =>
    versionNames.some((version) => getCookie(c, `${isSecure() ? '__Host-' : ''}${versions[version]}`))

  return { read, add, forget, resolve, credentialFor, ownFor, hasEarlierToken }
}

const nowS = () => Math.floor(Date.now() / 1000)
