/** What the address of the webhooks list may say (4.3, 8). */
import { choiceField, countField, MOST_PAGES, searchOf, textField } from '../../api/search'
import { WEBHOOKS_MAX_PAGE_SIZE } from '../../api/webhooks'

export const WebhookSearch = searchOf({
  'filter[name]': textField,
  'filter[callbackUri]': textField,
  'filter[isEnabled]': choiceField('true', 'false'),
  'filter[autoSubscribe]': choiceField('true', 'false'),
  'page[number]': countField(MOST_PAGES),
  'page[size]': countField(WEBHOOKS_MAX_PAGE_SIZE),
})
export type WebhookSearch = ReturnType<typeof WebhookSearch>
