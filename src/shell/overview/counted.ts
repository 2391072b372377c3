/** What the overview counts, and what else its three answers tell: nothing is requested beside them. */
import { query } from '../../api/client'
import { largestWebhookPage, webhooks } from '../../api/webhooks'
import { totalOf } from '../../domain/connections/totals'

/** Their newest connection stands in them. */
export const counts = [totalOf('live'), totalOf('simulated')] as const
/** As many as one request may tell of: they are looked through for mistakes. */
export const webhookPage = () => query(webhooks.list, { query: { 'page[size]': String(largestWebhookPage()) } })
