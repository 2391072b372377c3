/**
 * `GET /events`: one stream of server-sent events per browser. An event says that something of a topic has changed, never
 * what: the page asks for it. Hints may be missed, so a page also asks again after a while.
 */
import * as z from 'zod/mini'

export const hintTopics = ['jobs', 'deliveries', 'subscriptions'] as const
export type HintTopic = (typeof hintTopics)[number]

/** `event: hint`: its topic; all of them after the server may have missed some. */
export const Hint = z.union([z.enum(hintTopics), z.literal('all')])
export type Hint = z.infer<typeof Hint>

/** `event: live` comes once hints arrive, and then this often, in ms. */
export const LIVE_EVERY_MS = 15_000
