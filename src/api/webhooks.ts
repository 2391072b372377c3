/** Webhooks: which signals are delivered where (sections 2.3 and 4.3). The interface has no write for them. */
import * as z from 'zod/mini'
import { endpoint, type Output } from './endpoint'
import { choice, defineFilters, search, yesOrNo } from './filters'
import { id, listOf, one, timestamp } from './json-api'
import { brackets } from './links'
import { once } from './once'

const SignalReference = once(() => z.object({ group: z.string(), name: z.string(), code: z.string() }))

export const Webhook = once(() =>
  z.object({
    id,
    type: z.literal('webhook'),
    attributes: z.object({
      name: z.string(),
      triggers: z.array(SignalReference()),
      data: z.array(SignalReference()),
      callbackUri: z.string(),
      errorCallbackUri: z.optional(z.nullable(z.string())), // services seen leave it out
      isEnabled: z.boolean(),
      autoSubscribe: z.boolean(),
    }),
    links: z.object({ self: z.string() }),
    meta: z.object({ createdAt: timestamp }),
  }),
)

/** Section 8. */
export const WEBHOOKS_MAX_PAGE_SIZE = 100
let largest = WEBHOOKS_MAX_PAGE_SIZE
/** `CONFIG` `pageSizes`: the largest that the list offers is as many as the service takes. Set once at start. */
export function setWebhookPages(offered: readonly number[] = []): void {
  largest = offered.at(-1) ?? WEBHOOKS_MAX_PAGE_SIZE
}
/** As many as one request may ask for. */
export const largestWebhookPage = (): number => largest

/** The default is not shown (8); this is the publicly known one, by which a skeleton is drawn. */
export const WEBHOOKS_DEFAULT_PAGE_SIZE = 50

/** Section 4.3 shows the filters but not their names: these are the defaults that `CONFIG` can replace. */
export const webhookFilters = defineFilters(
  {
    'filter[name]': search('Name'),
    'filter[callbackUri]': search('Callback URI'),
    'filter[isEnabled]': choice('Enabled', yesOrNo),
    'filter[autoSubscribe]': choice('Auto-subscribe', yesOrNo),
  },
  brackets,
  WEBHOOKS_MAX_PAGE_SIZE,
)
export type WebhookSearch = ReturnType<typeof webhookFilters.search>

export const webhooks = {
  list: endpoint('management', 'GET /v3/webhooks', {
    query: webhookFilters.query,
    response: () => listOf(Webhook()),
    effect: 'free',
    errors: [401, 403, 500],
    success: 200,
  }),
  read: endpoint('management', 'GET /v3/webhooks/{webhookId}', {
    response: () => one(Webhook()),
    effect: 'free',
    errors: [401, 403, 404, 500],
    success: 200,
  }),
}

/** A webhook as far as an answer holds it. */
export type WebhookRow = NonNullable<NonNullable<Output<typeof webhooks.read>['data']>>
export type SignalRef = NonNullable<NonNullable<NonNullable<WebhookRow['attributes']>['triggers']>[number]>
