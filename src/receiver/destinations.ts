/** Where deliveries are passed on to, as the environment says it (`FORWARD_TO`): nobody else can name a place. */
import * as z from 'zod/mini'
import { mayBePublic } from './public-address'
import type { Destination } from './receiver-settings'

export const MOST_DESTINATIONS = 20
const MOST_URL = 2_000
/** Visible, with spaces between: no control, and nothing that is drawn as nothing. */
const NAME = /^(?! )[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,60}(?<! )$/u

const Given = z.strictObject({
  name: z.string(),
  url: z.string(),
  webhookId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
})

/**
 * @param text a JSON list of `{name, url, webhookId?}`
 * @throws Error whose message is one line for whoever configures it, without the addresses: they may hold secrets
 */
export function readDestinations(text: string): Destination[] {
  const list = parsed(text)
  if (!Array.isArray(list))
    throw new Error('got no JSON list, expects [{"name", "url", "webhookId"}], the last one optional.')
  if (list.length > MOST_DESTINATIONS)
    throw new Error(`got ${list.length} destinations, expects ${MOST_DESTINATIONS} at most.`)
  const names = new Set<string>()
  return list.map((given: unknown, at) => {
    const place = `destination ${at + 1}`
    const read = Given.safeParse(given)
    if (!read.success)
      throw new Error(`${place}: got another form, expects {"name", "url", "webhookId"}: texts, the last one optional.`)
    const { name, url, webhookId } = read.data
    if (!NAME.test(name)) throw new Error(`${place}: got another name, expects 1 to 60 visible characters.`)
    // Told apart by eye.
    const same = name.normalize('NFKC').toLowerCase()
    if (names.has(same)) throw new Error(`${place}: got the name “${name}” again, expects one of its own.`)
    names.add(same)
    const wrong = wrongWith(url)
    if (wrong !== undefined) throw new Error(`${place} (“${name}”): ${wrong}`)
    // Deliveries name webhooks with or without it.
    return { name, url: new URL(url).href, webhookId: webhookId?.replace(/^wh_/, '') }
  })
}

function wrongWith(text: string): string | undefined {
  const url = URL.canParse(text) && text.length <= MOST_URL && !/[\s\\]/.test(text) ? new URL(text) : undefined
  if (!url) return 'url: got another text, expects an https address.'
  if (url.protocol !== 'https:') return 'url: got another scheme, expects https.'
  if (url.username !== '' || url.password !== '') return 'url: got credentials in it, expects none.'
  if (text.includes('#')) return 'url: got a fragment in it, expects none.'
  if (!mayBePublic(url.hostname)) return 'url: got a host of this computer or a private network, expects a public one.'
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
