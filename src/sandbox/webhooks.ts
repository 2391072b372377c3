/** Webhooks of the sandbox (interface 4.3). */
import type * as z from 'zod/mini'
import { type Webhook, webhookFilters } from '../api/webhooks'
import { SandboxError } from './errors'
import { failForId } from './faults'
import { isMatch, readFilters } from './filters'
import { NEWEST } from './fleet'
import type { Handlers } from './handlers'
import { envelope, ordered, readPage } from './paging'
import { uuid } from './random'
import { receiverSeed, webhookSeeds } from './webhooks.data'
import type { World } from './world'

const ID_SALT = 40
const DAY_MS = 86_400_000

export type WebhookBody = z.output<ReturnType<typeof Webhook>>

/** `odometer-traveleddistance` → group `odometer`, name `traveleddistance`. */
function referenceOf(code: string) {
  const [group = code, name = code] = code.split('-')
  return { group, name, code }
}

/**
 * All webhooks of a seed, newest first.
 * @param callback of the one that delivers to a receiver: the oldest, where there is one
 */
export function webhooksOf(seed: number, callback?: string): WebhookBody[] {
  const seeds = callback === undefined ? webhookSeeds : [...webhookSeeds, receiverSeed(callback)]
  return seeds.map(({ triggers, data, ...attributes }, index) => {
    const id = uuid(seed, ID_SALT, index)
    return {
      id,
      type: 'webhook',
      attributes: {
        ...attributes,
        triggers: triggers.map(referenceOf),
        data: data.map(referenceOf),
      },
      links: { self: `/v3/webhooks/${id}` },
      meta: { createdAt: new Date(NEWEST - (index * 23 + 4) * DAY_MS).toISOString() },
    }
  })
}

export const webhooksIn = ({ fleet, deliveries }: Pick<World, 'fleet' | 'deliveries'>): WebhookBody[] =>
  webhooksOf(fleet.seed, deliveries.callback)

export const webhookHandlers: Handlers['webhooks'] = {
  list({ query: given, dialect, world }) {
    const query = webhookFilters.search(given) // section 7 has no 400 here: what isn’t valid is mended
    const page = readPage({ query, dialect }, 'webhooks')
    const filters = readFilters(webhookFilters, { query, dialect })
    const found = webhooksIn(world).filter((webhook) => isMatch(webhook, webhookFilters, filters, {}))
    const shown = found.slice((page.number - 1) * page.size, page.number * page.size)
    return ordered(envelope(shown, found.length, page, '/v3/webhooks'))
  },
  read({ params: { webhookId }, world }) {
    failForId(webhookId)
    const data = webhooksIn(world).find(({ id }) => id === webhookId)
    if (!data) throw new SandboxError(404, 'No webhook has this ID.')
    return { data }
  },
}
