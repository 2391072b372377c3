/**
 * Where a link of the API stands in the console: `/v3/connections?page[number]=3` or the same with a host before it. The
 * host is never looked at, and nothing but path and query is taken.
 */
import { cleanId, withoutInvisible } from '../../api/clean-id'
import { uuidWithin } from '../../api/same-id'

/** What stands behind the version, and the console's own path for it; `{}` is one id. */
const paths: readonly (readonly [RegExp, string])[] = [
  [/^connections$/, '/connections'],
  [/^connections\/([^/]+)$/, '/connections/{}'],
  [/^users\/([^/]+)$/, '/users/{}'],
  [/^webhooks$/, '/webhooks'],
  [/^webhooks\/([^/]+)$/, '/webhooks/{}'],
  [/^subscriptions$/, '/subscriptions'],
  [/^subscriptions\/([^/]+)$/, '/subscriptions/{}'],
  [/^vehicles\/([^/]+)$/, '/vehicles/{}'],
  [/^vehicles\/([^/]+)\/signals$/, '/vehicles/{}/signals'],
  [/^vehicles\/([^/]+)\/signals\/([^/]+)(?:\/values)?$/, '/vehicles/{}/signals/{}'],
  [/^vehicles\/([^/]+)\/battery\/nominal_capacity$/, '/vehicles/{}/battery'],
  [/^vehicles\/([^/]+)\/service\/history$/, '/vehicles/{}/service'],
  [/^vehicles\/([^/]+)\/diagnostics\/dtcs$/, '/vehicles/{}/trouble-codes'],
  [/^vehicles\/([^/]+)\/diagnostics\/system_status$/, '/vehicles/{}/system-status'],
  [/^vehicles\/([^/]+)\/vin$/, '/vehicles/{}/vin'],
  [/^vehicles\/([^/]+)\/batch$/, '/vehicles/{}/batch'],
]

/** @returns the console's address, or undefined where the text is no link of the API */
export function consoleAddressOf(text: string): string | undefined {
  const visible = withoutInvisible(text).trim()
  // Chats put a link in angle brackets or quotes. Of a bare one the end may be an external ID's.
  return addressOf(visible) ?? addressOf(cleanId(visible).id)
}

function addressOf(link: string): string | undefined {
  const found = /^(?:https?:\/\/[^/?#\s]+)?\/v(?:2\.0|3)\/([^?#\s]+?)\/?(\?[^#\s]*)?(?:#\S*)?$/i.exec(link)
  if (!found) return undefined
  const [, path = '', query = ''] = found
  for (const [shape, address] of paths) {
    const ids = shape.exec(path)?.slice(1)
    if (!ids) continue
    // An ID that would be another path once it is read is none.
    if (ids.some((id) => /^(\.|%2e){1,2}$/i.test(id) || !isDecodable(id))) return undefined
    let at = 0
    return address.replace(/\{\}/g, () => cleaned(ids[at++] ?? '')) + query
  }
  return undefined
}

const cleaned = (id: string): string => uuidWithin(decodeURIComponent(id)) ?? id

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
