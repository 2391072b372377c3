/**
 * Explains TLS failures: which host, which certificate and issuer, and what to do. Node’s error has a code, but no
 * certificate, so connections are made with `createConnector`, which keeps the certificate of a handshake that failed.
 */
import { type DetailedPeerCertificate, type PeerCertificate, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'

/** The other end of a failed connection. */
interface Peer {
  /** With its port, unless that is 443. */
  host: string
  /** Undefined if the handshake failed before it arrived. */
  certificate: DetailedPeerCertificate | undefined
}

const peers = new WeakMap<object, Peer>()

/** The same connections as undici’s own, verified by Node as always. */
export function createConnector(options?: buildConnector.BuildOptions): buildConnector.connector {
  // Its type leaves out that it returns the socket.
  const connect = buildConnector(options) as (...of: Parameters<buildConnector.connector>) => unknown
  return (to, callback) => {
    let certificate: DetailedPeerCertificate | undefined
    const socket = connect(to, (...result) => {
      const [error] = result
      if (error && to.protocol === 'https:') peers.set(error, { host: hostOf(to), certificate })
      callback(...result)
    })
    // Node destroys a socket that fails verification, and its certificate, in its own listener of this event.
    if (socket instanceof TLSSocket)
      socket.prependListener('secure', () => {
        certificate = socket.getPeerCertificate(true)
      })
  }
}

const hostOf = ({ hostname, port }: buildConnector.Options) =>
  port === '' || port === '443' ? hostname : `${hostname}:${port}`

/** What the running Node offers to trust more certificates. */
interface Trust {
  /** True if `--use-system-ca` is known, and not in use. */
  hasSystemStore: boolean
  /** True if `NODE_EXTRA_CA_CERTS` is set. */
  hasExtraFile: boolean
}

function readTrust(): Trust {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS = '', NODE_USE_SYSTEM_CA } = process.env
  const isInUse = NODE_USE_SYSTEM_CA === '1' || [...process.execArgv, NODE_OPTIONS].join(' ').includes(SYSTEM_STORE)
  return {
    hasSystemStore: process.allowedNodeEnvironmentFlags.has(SYSTEM_STORE) && !isInUse,
    hasExtraFile: NODE_EXTRA_CA_CERTS !== undefined && NODE_EXTRA_CA_CERTS !== '',
  }
}
const SYSTEM_STORE = '--use-system-ca'

/**
 * @returns the cause and the remedy as a clause without a final period, after "it can’t be reached: "; undefined if the
 * error isn’t TLS’s
 */
export function tlsWords(error: unknown, trust: Trust = readTrust()): string | undefined {
  const failure = failureIn(error)
  if (!failure) return undefined
  const { code, peer } = failure
  const host = clean(peer.host)
  return certificateWords(code, host, peer.certificate, trust) ?? protocolWords(code, host)
}

/** fetch and openid-client wrap the error of the connection, each in one of their own. */
const MOST_CAUSES = 5

function failureIn(error: unknown): { code: string; peer: Peer } | undefined {
  let one: unknown = error
  for (let depth = 0; depth < MOST_CAUSES && typeof one === 'object' && one !== null; depth += 1) {
    const { code, message, cause, host, cert }: Record<string, unknown> = { ...one, ...textsOf(one) }
    const tlsCode = typeof code === 'string' ? tlsCodeOf(code, String(message)) : undefined
    if (tlsCode) {
      const own = { host: typeof host === 'string' ? host : 'the host', certificate: cert as Peer['certificate'] } // Node’s
      return { code: tlsCode, peer: peers.get(one) ?? own }
    }
    one = cause
  }
  return undefined
}

/** Members of an error that aren’t enumerable. */
const textsOf = (error: object) => (error instanceof Error ? { message: error.message, cause: error.cause } : {})

const CERTIFICATE_CODES =
  /^(CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/
/** A failure while writing has its TLS reason only in its message: `…:SSL routines:ssl3_get_record:wrong version number:…`. */
const REASON = /:SSL routines:[^:]*:([\w ]+)/

function tlsCodeOf(code: string, message: string): string | undefined {
  if (CERTIFICATE_CODES.test(code) || code.startsWith('ERR_SSL_')) return code
  const [, reason] = (code === 'EPROTO' && REASON.exec(message)) || []
  return reason && `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
}

function certificateWords(
  code: string,
  host: string,
  certificate: DetailedPeerCertificate | undefined,
  trust: Trust,
): string | undefined {
  if (code.startsWith('ERR_SSL_')) return undefined
  const whose = `the certificate of ${host}`
  const issuer = certificate && nameOf(certificate.issuer)
  const by = issuer ? ` (issuer ${issuer})` : ''
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `${whose} is self-signed${by}. ${remedy('that certificate', trust)}`
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `${whose} was issued by ${issuer ?? 'an authority'}, which this server doesn’t trust, and no certificate of that issuer was sent with it. If the issuer is an intermediate authority, ${host} has to send its certificate, too. ${remedy('the certificate of the issuer', trust)}`
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY': {
      const root = certificate && nameOf(lastOf(certificate).issuer)
      return `${whose} was issued by ${root ?? 'an authority'}, which this server doesn’t trust. ${remedy('the certificate of that authority', trust)}`
    }
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID': {
      const isExpired = code === 'CERT_HAS_EXPIRED'
      const wrong = certificate && chainOf(certificate).find((one) => isOutside(one, isExpired))
      const which =
        wrong && wrong !== certificate ? `${whose} depends on that of ${nameOf(wrong.subject)}, which` : whose
      const date = wrong && dateOf(isExpired ? wrong.valid_to : wrong.valid_from)
      const when = isExpired
        ? `has expired${date ? ` (${date})` : ''}`
        : `isn’t valid ${date ? `before ${date}` : 'yet'}`
      return `${which} ${when}${by}. It has to be renewed, unless the clock of this computer is wrong`
    }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH': {
      const names = certificate && namesOf(certificate)
      return `${whose} is for ${names ? `other names: ${names}` : 'another name'}${by}. Check the address, or have a certificate issued for this name`
    }
    default:
      return `${whose} can’t be verified (${clean(code)})${by}`
  }
}

const reasons: readonly (readonly [RegExp, (host: string) => string])[] = [
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW/,
    (host) => `${host} offers no version of TLS that this server accepts, which are 1.2 and 1.3. It has to be updated`,
  ],
  [
    /WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL/,
    (host) => `${host} doesn’t use TLS at this port. Check the port, and if the address should begin with http`,
  ],
  [
    /CERTIFICATE_REQUIRED|BAD_CERTIFICATE/,
    (host) => `${host} requires a client certificate, which this server doesn’t have`,
  ],
  [/UNRECOGNIZED_NAME/, (host) => `${host} has no certificate for this name. Check the address`],
  [
    /HANDSHAKE_FAILURE/,
    (host) =>
      `${host} refused the TLS handshake: it shares no cipher with this server, or requires a client certificate`,
  ],
]

function protocolWords(code: string, host: string): string {
  const words = reasons.find(([pattern]) => pattern.test(code))?.[1]
  return words?.(host) ?? `the TLS connection to ${host} failed (${clean(code)})`
}

function remedy(what: string, { hasSystemStore, hasExtraFile }: Trust): string {
  const file = hasExtraFile
    ? `add ${what} to the file of NODE_EXTRA_CA_CERTS`
    : `set NODE_EXTRA_CA_CERTS to a PEM file with ${what}`
  const store = hasSystemStore ? `, or NODE_OPTIONS to ${SYSTEM_STORE} if this computer trusts it` : ''
  return `To trust it, ${file}${store}, and restart this server`
}

/** A chain that a server sends may be long, and refers to itself at its end. */
const MOST_CHAIN = 10

function chainOf(certificate: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain = new Set<DetailedPeerCertificate>()
  let one: DetailedPeerCertificate | undefined = certificate
  while (one && !chain.has(one) && chain.size < MOST_CHAIN) {
    chain.add(one)
    one = one.issuerCertificate
  }
  return [...chain]
}
const lastOf = (certificate: DetailedPeerCertificate) => chainOf(certificate).at(-1) ?? certificate

const isOutside = ({ valid_from, valid_to }: PeerCertificate, isExpired: boolean): boolean =>
  isExpired ? Date.parse(valid_to) < Date.now() : Date.parse(valid_from) > Date.now()

function dateOf(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Names in a certificate are whatever its maker chose. */
const MOST_NAME = 100
const MOST_NAMES = 5

const clean = (text: string): string =>
  text
    .slice(0, 4 * MOST_NAME)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MOST_NAME)

/** @returns the name of an issuer or subject in quotation marks; undefined if it has none */
function nameOf(subject: PeerCertificate['issuer'] | undefined): string | undefined {
  // Node’s types leave out that a name may be repeated, or be missing.
  const { CN, O, OU }: Record<string, string | string[] | undefined> = { ...subject }
  const name = clean([CN, O, OU].flat().find((one) => typeof one === 'string' && clean(one) !== '') ?? '')
  return name === '' ? undefined : `“${name}”`
}

/** The names that a certificate is for. */
function namesOf({ subjectaltname = '', subject }: PeerCertificate): string | undefined {
  const names = subjectaltname
    .split(', ')
    .map((one) => clean(one.replace(/^(DNS|IP Address):/, '')))
    .filter((one) => one !== '')
  if (names.length === 0) return nameOf(subject)
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
