/** The provider that the tests run against, and how it spells what providers spell differently. `PROVIDER` names its preset. */
import { dialectOf, PRESET_TAKES, presetNamed } from '../src/api/presets/presets'

/** The name of its preset; undefined for what the console assumes, which the sandbox speaks by itself. */
export const provider = process.env.PROVIDER || undefined
const preset = provider === undefined ? undefined : presetNamed(provider)
if (provider !== undefined && !preset) throw new Error(`PROVIDER: got ${provider}, expects ${PRESET_TAKES}.`)

/** How a sandbox speaks that a test starts itself. */
export const dialect = preset ? dialectOf(preset) : {}

const { parameters = {}, pageSizes = {}, defaultPageSizes = {} } = preset?.config ?? {}
const names = new Map<string, string>(Object.entries(parameters))

/** The provider's name of a query parameter. */
export const nameOf = (name: string): string => names.get(name) ?? name
/** True where the name is the console's own guess. */
export const isAssumed = (name: string): boolean => !names.has(name)
/** An address, a query or a piece of one, in the provider's names. */
export const spelled = (text: string): string =>
  text.replace(/(^|[?&])([a-z]+(?:\[[\w.]+\])?)(?==)/gi, (_, mark: string, name: string) => mark + nameOf(name))
/**
 * Finds a parameter and the beginning of its value in an address, whether its brackets are percent-encoded or not.
 * @param value a regular expression
 */
export const asking = (name: string, value = ''): RegExp => {
  const literal = nameOf(name).replaceAll('.', '\\.').replace('[', '(\\[|%5B)').replace(']', '(\\]|%5D)')
  return new RegExp(`[?&]${literal}=${value}`)
}

/** How many rows a page has where its address says nothing of it. */
export const usual = {
  connections: defaultPageSizes.connections ?? 10,
  webhooks: defaultPageSizes.webhooks ?? 50,
}
/** The page sizes that each list offers. */
export const sizes = { connections: [10, 25, 50, 100], webhooks: [10, 25, 50, 100], ...pageSizes }
const { connections, webhooks } = sizes
/** The largest page of webhooks that may be asked for. */
export const mostWebhooks = webhooks.at(-1) ?? usual.webhooks
/** The console’s own sandbox has one webhook more than others: it delivers to the receiver beside it. */
export const receiverWebhooks = provider === undefined ? 1 : 0
export const webhookCount = 14 + receiverWebhooks
/** The smallest page of webhooks that the list offers. */
export const fewestWebhooks = webhooks[0] ?? usual.webhooks
/** The size of connections that the list offers above its usual one. */
export const larger = connections.find((size) => size > usual.connections) ?? usual.connections
/** Which rows of the connections a page of the usual size has, as its pager says it: `11–20`. */
export const rowsOn = (page = 1, size = usual.connections): string => `${(page - 1) * size + 1}–${page * size}`
/** What a table of so many rows counts, its head among them. */
export const withHead = (rows = usual.connections): number => rows + 1

/** The code of an error of version 3, as this provider spells it. */
export const codeOf = (code: string): string =>
  preset?.dialect?.version3ErrorBody === 'problem' ? code.toLowerCase().replaceAll('_', '-') : code
/** What a version 2.0 error says: its type, and what it suggests where its body has a place for that. */
export const version2Words = (type: string, ...suggested: string[]): string[] =>
  preset?.dialect?.version2ErrorBody === 'plain' ? [`${type.toLowerCase()}_error`] : [type, ...suggested]
