/** The columns of a file of webhooks: apart, for the list alone needs them. */
import type { FileColumns } from './file-columns'
import type { WebhookRow } from './webhooks'

export const webhookColumns: FileColumns<WebhookRow> = {
  id: ({ id }) => id,
  name: ({ attributes }) => attributes?.name,
  isEnabled: ({ attributes }) => attributes?.isEnabled,
  autoSubscribe: ({ attributes }) => attributes?.autoSubscribe,
  triggers: ({ attributes }) => attributes?.triggers?.map(({ code }) => code).join(' '),
  data: ({ attributes }) => attributes?.data?.map(({ code }) => code).join(' '),
  callbackUri: ({ attributes }) => attributes?.callbackUri,
  errorCallbackUri: ({ attributes }) => attributes?.errorCallbackUri,
  createdAt: ({ meta }) => meta?.createdAt,
}
