/** For tests: a certificate that nobody signed but itself, made with what Node has, for a server on this computer. */
import { generateKeyPairSync, sign } from 'node:crypto'

/** One value of DER: its tag, its length, and what is in it. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(parts)
  const size = inside.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.of(tag, ...length), inside])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const object = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const whole = (value: number) => der(0x02, Buffer.of(value))
const bits = (bytes: Uint8Array) => der(0x03, Buffer.of(0), bytes)
const time = (text: string) => der(0x17, Buffer.from(text))

const ECDSA_SHA256 = sequence(object('2a8648ce3d040302'))
const COMMON_NAME = object('550403')
const OTHER_NAMES = object('551d11')

/** @returns key and certificate as PEM */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const names = sequence(OTHER_NAMES, der(0x04, sequence(der(0x82, Buffer.from(name)))))
  const body = sequence(
    ...[der(0xa0, whole(2)), whole(1), ECDSA_SHA256, subject],
    ...[sequence(time('200101000000Z'), time('491231235959Z')), subject],
    ...[publicKey.export({ type: 'spki', format: 'der' }), der(0xa3, sequence(names))],
  )
  const signed = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)))
  const lines = signed.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
