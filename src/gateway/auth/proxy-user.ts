/** Behind a trusted proxy: the operator is who its header names, and only where the socket is the proxy's own. */
import type { IncomingMessage } from 'node:http'
import { rolesInHeader } from './role-header'
import type { ProxySettings } from './sign-in-settings'

/** Characters of a name, once it is decoded. */
export const MOST_NAME = 256

/** What would be shown as nothing, break a line, or turn the order of what stands beside it. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

interface ProxyUser {
  /** The header's own text: two spellings of a name are two people, whoever made them look alike. */
  subject: string
  /** As it is shown. */
  name: string
  /** Undefined if the header isn't in its format, or is in the request twice. */
  roleValues: string[] | undefined
  /** The header's text; undefined if it is in the request twice. */
  roleText: string | undefined
}

/** @returns why the request names nobody: another socket, or a header that is absent, doubled, too long or not to be shown */
export function proxyUser(
  { socket, headers, rawHeaders }: Pick<IncomingMessage, 'socket' | 'headers' | 'rawHeaders'>,
  { trusts, userHeader, roleHeader, roleFormat }: ProxySettings,
): ProxyUser | { refused: string } {
  if (!trusts(socket.remoteAddress))
    return { refused: 'The request didn’t come through the proxy that signs people in.' }
  // A proxy that adds its header without taking away the sender's would let everybody choose a name.
  const isOnce = (name: string) =>
    rawHeaders.filter((one, index) => index % 2 === 0 && one.toLowerCase() === name).length <= 1
  const sent = headers[userHeader]
  if (!isOnce(userHeader) || Array.isArray(sent))
    return { refused: `The header ${userHeader} is in the request twice. The proxy must replace the sender’s own.` }
  if (sent === undefined || sent === '')
    return { refused: `The proxy sent no user. Its header ${userHeader} is missing or empty.` }
  const subject = textOf(Buffer.from(sent, 'latin1')).normalize()
  const name = decoded(subject)?.normalize().trim()
  if (name === undefined) return { refused: `The name in ${userHeader} is in an encoding that can’t be read.` }
  const { length } = [...name]
  if (length > MOST_NAME)
    return { refused: `The name in ${userHeader} has ${length} characters. It can have at most ${MOST_NAME}.` }
  if (length === 0 || unseen.test(name))
    return { refused: `The name in ${userHeader} is blank or contains control characters.` }
  const sentRoles = roleHeader !== undefined && isOnce(roleHeader) ? [headers[roleHeader] ?? ''].flat() : []
  const [roleText] = sentRoles.length === 1 ? sentRoles.map((one) => textOf(Buffer.from(one, 'latin1'))) : []
  return {
    subject,
    name,
    roleText,
    roleValues: roleText === undefined ? undefined : rolesInHeader(roleText, roleFormat),
  }
}

/** Bytes as UTF-8 where they are that, else as Latin-1, which any bytes are: a header does not say which it is. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** A name in the forms in which ASCII carries others; a `%` or a `=?` that begins none of them is itself. */
function decoded(text: string): string | undefined {
  if (!/^[ -~]*$/.test(text)) return text
  if (text.includes('%') && /^([^%\s]|%[\da-f]{2})+$/i.test(text)) return textOf(percentDecoded(text)) // RFC 3986, 2.1
  try {
    // RFC 2047: white space between two encoded words is of their making.
    return text
      .replace(/\?= +(?==\?)/g, '?=')
      .replace(/=\?([\w-]+)(?:\*[\w-]*)?\?([BQ])\?([^? ]*)\?=/gi, (_, charset, encoding, word) => {
        const bytes = /b/i.test(encoding) ? Buffer.from(word, 'base64') : quotedDecoded(word)
        return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
      })
  } catch {
    return undefined // a character set that is not known, or bytes that are none of it
  }
}

const percentDecoded = (text: string) => hexDecoded(text, /%([\da-f]{2})/gi)
const quotedDecoded = (word: string) => hexDecoded(word.replaceAll('_', ' '), /=([\da-f]{2})/gi)
const hexDecoded = (text: string, escaped: RegExp) =>
  Buffer.from(
    text.replace(escaped, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
