/** A call as a cURL command for three shells. No token is in it: each shell has its own variable. */
import { addressOf, type CallInput } from '../../api/client'
import { type Endpoint, hosts } from '../../api/endpoint'
import type { Shell } from '../../core/preferences'

/**
 * The call's address at the provider.
 * @param base the host's own address, without `/v2.0` or `/v3`
 */
export const serviceAddress = (endpoint: Endpoint, input: CallInput, base: string): string =>
  base + addressOf(endpoint, input as never).slice(hosts[endpoint.host].length) // the input of this endpoint

/** The provider's header for the user whose reading is meant, if it has one. */
export const userHeader = (endpoint: Endpoint, { user }: CallInput, prefix: string | null): [string, string][] =>
  endpoint.namesUser && user !== undefined && prefix !== null ? [[`${prefix}-user-id`, user]] : []

/** One word of a POSIX shell, whatever it holds. No shell has a word with NUL in it. */
export const shellWord = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`

/**
 * One word of cmd. The C runtime of curl.exe reads quotes and the backslashes before them; a caret before each quote keeps
 * cmd from reading them, so that carets count for everything else. Percent signs are expanded before carets are read: the
 * caret behind one makes the name of a variable that doesn't exist.
 */
export const cmdWord = (text: string): string =>
  `"${text.replaceAll('\0', '').replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`
    .replace(/[()%!^"<>&|]|(?<=%)./g, '^$&')
    .replace(/\r\n|\r|\n/g, '^\n\n')

/** A literal of PowerShell, which takes typographic quotes for quotes. */
export const powershellText = (text: string): string =>
  `'${text.replaceAll('\0', '').replace(/['\u2018-\u201b]/g, '$&$&')}'`

/** Windows PowerShell 5.1 ends a word of a program at a quote in it, or takes a backslash at its end for part of the quote. */
const isBroken = (text: string) => /"|\\$/.test(text)

/** The same JSON in ASCII: what Windows does with other characters depends on its code page. */
const toAscii = (json: string): string =>
  json.replace(/[^\0-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

// Brackets and braces are literal, and dots in a path stay where they are.
const OPTIONS = '--globoff --path-as-is'

/** @param prefix the provider's `{prefix}`, if it is configured */
export function curlOf(
  endpoint: Endpoint,
  input: CallInput,
  base: string,
  prefix: string | null = null,
  shell: Shell = 'sh',
): string {
  const address = serviceAddress(endpoint, input, base)
  const headers = [
    ...userHeader(endpoint, input, prefix).map(([name, value]) => `${name}: ${value}`),
    ...(input.body === undefined ? [] : ['Content-Type: application/json']),
  ]
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  if (shell === 'powershell') return powershellOf(endpoint.method, address, headers, body)
  const isCmd = shell === 'cmd'
  const word = isCmd ? cmdWord : shellWord
  return [
    `${isCmd ? 'curl.exe' : 'curl'} ${OPTIONS} -X ${endpoint.method} ${word(address)}`,
    `-H "Authorization: Bearer ${isCmd ? '%ACCESS_TOKEN%' : '$ACCESS_TOKEN'}"`,
    ...headers.map((header) => `-H ${word(header)}`),
    ...(body === undefined ? [] : [`--data-raw ${word(isCmd ? toAscii(body) : body)}`]),
  ].join(isCmd ? ' ^\n  ' : ' \\\n  ')
}

/** What versions before 7.3 would break is piped: a body, or else the one header with an ID in it. */
function powershellOf(method: string, address: string, headers: readonly string[], body: string | undefined): string {
  const piped = body === undefined ? headers.filter(isBroken) : [toAscii(body)]
  return [
    // `curl` alone may be another command's alias.
    `${piped.map((text) => `${powershellText(text)} | `).join('')}curl.exe ${OPTIONS} -X ${method} ${powershellText(address)}`,
    '-H "Authorization: Bearer $env:ACCESS_TOKEN"',
    ...headers.filter((header) => !piped.includes(header)).map((header) => `-H ${powershellText(header)}`),
    ...(piped.length === 0 ? [] : [body === undefined ? "-H '@-'" : "--data-binary '@-'"]),
  ].join(' `\n  ')
}
