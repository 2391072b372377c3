/** How many connections a user has, for the question before their removal. */
import { connections, userIdOf } from '../../api/connections'
import { hosts } from '../../api/endpoint'
import { modes } from '../../api/filters'
import { parseJson } from '../../api/json'
import { pagingOf } from '../../api/json-api'
import { read } from '../../api/read'
import type { RemovalCounts } from '../../api/removal-page'
import { isSameId } from '../../api/same-id'
import { stringifySearch } from '../../api/search'
import type { createCarrier, Load } from '../../gateway/forward/carry'
import type { TeamAccount } from '../../gateway/team/team-account'
import { readText } from './removal-outcome'

/** @returns undefined if the directory doesn't know the user, or the store is away */
export async function countsInDirectory(
  account: Pick<TeamAccount, 'now' | 'asOf'>,
  userId: string,
): Promise<RemovalCounts | undefined> {
  try {
    const { users } = await account.now().directory.find(userId, 8)
    const user = users.find(({ id }) => isSameId(id, userId))
    return user && { live: user.live, simulated: user.simulated, at: await account.asOf(), isCounted: false }
  } catch {
    return undefined // the page says "not counted"
  }
}

interface Counting extends Pick<ReturnType<typeof createCarrier>, 'take'> {
  /** @returns a checked request for a raw target under `/api/`, or its refusal */
  ask: (target: string) => Promise<Load | Response>
  parameters: Readonly<Record<string, string>>
}

/** Sends one request for each mode. @returns the counts, or the refusal of the first that was not sent */
export async function countConnections(
  { ask, take, parameters }: Counting,
  userId: string,
): Promise<RemovalCounts | Response> {
  const { list } = connections
  const counts: (number | null)[] = []
  for (const [mode] of modes) {
    const query = { 'filter[userId]': userId, 'filter[vehicle.mode]': mode, 'page[number]': '1', 'page[size]': '1' }
    const named = Object.fromEntries(Object.entries(query).map(([name, value]) => [parameters[name] ?? name, value]))
    const load = await ask(hosts[list.host] + list.path + stringifySearch(named))
    if (load instanceof Response) return load
    const response = await take(load)
    counts.push(response instanceof Response ? null : countIn(response.status, (await readText(response.body)).text))
  }
  const [live = null, simulated = null] = counts
  return { live, simulated, at: new Date().toISOString(), isCounted: true }

  function countIn(status: number, text: string): number | null {
    const json = status === 200 ? parseJson(text) : undefined
    if (json === undefined) return null
    const { value } = read(list.response, json)
    // Rows of other users say that the provider ignored the filter, and counts everyone's connections.
    const isOfOthers = value.data?.some((row) => row && !isSameId(userIdOf(row), userId))
    return isOfOthers ? null : (pagingOf(value).totalCount ?? null)
  }
}
