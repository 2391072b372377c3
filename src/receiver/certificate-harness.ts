/** For tests: certificates of any issuer and age for servers on this computer, made with Node’s own cryptography. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** Encodes one DER value. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(parts)
  const size = inside.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.of(tag, ...length), inside])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const object = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number) => der(0x02, Buffer.of(value))
const bits = (bytes: Uint8Array) => der(0x03, Buffer.of(0), bytes)
/** UTCTime, which ends with 2049. */
const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const ECDSA_SHA256 = sequence(object('2a8648ce3d040302'))
const COMMON_NAME = object('550403')
const SUBJECT_NAMES = object('551d11')
const BASIC_CONSTRAINTS = object('551d13')
const YES = der(0x01, Buffer.of(0xff))

export interface Certificate {
  /** PEM. */
  key: string
  cert: string
  subject: Uint8Array
  privateKey: KeyObject
}

interface Form {
  /** Common name of the subject. */
  name: string
  /** DNS names and IPv4 addresses that it is for; the default is `name`. */
  hosts?: readonly string[]
  /** The default is the certificate itself. */
  issuer?: Certificate
  isAuthority?: boolean
  from?: Date
  to?: Date
}

let serial = 0

export function createCertificate({ name, hosts = [name], issuer, isAuthority = false, ...form }: Form): Certificate {
  const { from = new Date('2020-01-01T00:00:00Z'), to = new Date('2049-12-31T23:59:59Z') } = form
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const subjectNames = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  )
  const extension = isAuthority
    ? sequence(BASIC_CONSTRAINTS, YES, der(0x04, sequence(YES)))
    : sequence(SUBJECT_NAMES, der(0x04, sequence(...subjectNames)))
  serial = (serial % 100) + 1
  const body = sequence(
    ...[der(0xa0, integer(2)), integer(serial), ECDSA_SHA256, issuer?.subject ?? subject],
    ...[sequence(time(from), time(to)), subject],
    ...[publicKey.export({ type: 'spki', format: 'der' }), der(0xa3, sequence(extension))],
  )
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey)
  const base64 = sequence(body, ECDSA_SHA256, bits(signature)).toString('base64')
  const lines = base64.match(/.{1,64}/g)?.join('\n') // OpenSSL refuses an empty line before the end
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    ...{ subject, privateKey },
  }
}

export const selfSigned = (name: string): Pick<Certificate, 'key' | 'cert'> => createCertificate({ name })
