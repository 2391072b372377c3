/** The texts of the data that earlier versions kept in a browser. */
import { plural } from '../../ui/format'

export const title = 'Data of earlier versions'
export const about =
  'Versions before 0.4 kept a history of subscriptions and saved views in each browser. The server keeps both now.'
export const none = 'This browser has no data of earlier versions for this account.'

const both = (subscriptions: number, views: number) =>
  [subscriptions > 0 && plural(subscriptions, 'subscription'), views > 0 && plural(views, 'view')]
    .filter(Boolean)
    .join(' and ')
export const kept = (subscriptions: number, views: number) =>
  `This browser kept ${both(subscriptions, views)} with an earlier version of Forecourt.`
export const movable =
  'Move adds them to the server’s history, marked as not confirmed, and to the saved views, and deletes this browser’s copy.'
export const inMemory =
  'They can’t be moved, because the server’s store is in memory. Download them; the copy stays in this browser until you delete it.'
export const ofAddedToken =
  'They can’t be moved while a token that was added in this browser is used. Download them; the copy stays in this browser until you delete it.'

export const move = 'Move'
export const download = 'Download'
export const remove = 'Delete'
export const moved = (subscriptions: number, views: number) => `Moved ${both(subscriptions, views) || 'nothing'}.`
export const remaining = (views: number) =>
  `${plural(views, 'view stays', 'views stay')} in this browser, because the server has another view of that name.`
export const notMoved = (why: string) =>
  `Couldn’t move all of it. ${why} What the server has not taken stays in this browser.`
export const deleted = 'Deleted this browser’s copy.'
export const fileName = 'forecourt browser data.json'

export const deleteTitle = 'Delete this browser’s copy?'
export const deleteVerb = (subscriptions: number, views: number) => `Delete ${both(subscriptions, views)}`
export const deleteMeans =
  'The subscriptions themselves stay. An ID saved only here can’t be found again. You can’t undo this.'
