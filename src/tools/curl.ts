/** A call as text for a shell, at the service's real address; the token is a variable that the shell fills in. */
import { addressOf } from '../api/client'
import { type Endpoint, hosts, type Input } from '../api/endpoint'

/** One word of a POSIX shell, whatever it holds. NUL cannot stand in a word of any shell. */
export const shellWord = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`

/** @param base the host's own address, without `/v2.0` or `/v3` */
export function curlOf<E extends Endpoint>(endpoint: E, input: Input<E>, base: string): string {
  const address = base + addressOf(endpoint, input).slice(hosts[endpoint.host].length)
  const lines = [
    `curl --globoff -X ${endpoint.method} ${shellWord(address)}`,
    '-H "Authorization: Bearer $ACCESS_TOKEN"',
    ...(input.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `--data-raw ${shellWord(JSON.stringify(input.body))}`]),
  ]
  return lines.join(' \\\n  ')
}
