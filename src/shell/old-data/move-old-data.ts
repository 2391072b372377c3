/** Moves what a browser kept to the server: each piece leaves the browser once the server has taken it. */
import type { QueryClient } from '@tanstack/react-query'
import { addSubscriptions } from '../../api/console/add-subscriptions'
import { ask } from '../../api/console/client'
import { MOST_TOLD } from '../../api/team-subscriptions'
import type { ToldSubscription } from '../../api/told-subscriptions'
import { accountSignal, whileAccount } from '../../core/account'
import { saveView } from '../../lists/views/change-views'
import { savedViews } from '../../lists/views/views'
import { type OldData, type OldView, replaceSubscriptions, replaceViews } from './old-data'

/** Characters of one request: less than `BODY_LIMIT_KB` in any alphabet. */
const MOST_CHARACTERS = 60_000

export interface Moved {
  subscriptions: number
  views: number
  /** Views that stay in the browser, because the server has another view of their name. */
  remainingViews: number
}

/** @throws Error; what the server has taken until then is no longer in the browser */
export async function moveOldData(client: QueryClient, { subscriptions, views }: OldData): Promise<Moved> {
  const isCurrent = whileAccount()
  const endIfChanged = () => {
    if (!isCurrent()) throw new DOMException('The access tokens changed.', 'AbortError')
  }
  for (let sent = 0; sent < subscriptions.length; ) {
    const part = partOf(subscriptions, sent)
    await report(part)
    endIfChanged()
    sent += part.length
    replaceSubscriptions(subscriptions.slice(sent))
  }
  replaceSubscriptions([]) // what could not be read goes along
  const remaining = await moveViews(client, views, endIfChanged)
  return {
    subscriptions: subscriptions.length,
    views: views.length - remaining.length,
    remainingViews: remaining.length,
  }
}

async function moveViews(
  client: QueryClient,
  views: readonly OldView[],
  endIfChanged: () => void,
): Promise<readonly OldView[]> {
  let remaining = views
  if (views.length > 0) {
    const { views: stored } = await client.fetchQuery(savedViews)
    const own = new Map(stored.flatMap(({ isOwn, name, address }) => (isOwn ? [[name, address]] : [])))
    for (const view of views) {
      const address = own.get(view.name)
      if (address !== undefined && address !== view.address) continue
      if (address === undefined) await saveView(client, { ...view, isShared: false })
      endIfChanged()
      remaining = remaining.filter((one) => one !== view)
      replaceViews(remaining)
    }
  }
  replaceViews(remaining)
  return remaining
}

const report = (subscriptions: readonly ToldSubscription[]) =>
  ask(
    addSubscriptions,
    { body: { subscriptions: [...subscriptions] } },
    { isForAccount: true, signal: accountSignal() },
  )

/** As many as one request takes, one at least. */
function partOf(subscriptions: readonly ToldSubscription[], from: number): readonly ToldSubscription[] {
  const part: ToldSubscription[] = []
  let characters = 0
  for (const one of subscriptions.slice(from, from + MOST_TOLD)) {
    characters += JSON.stringify(one).length
    if (part.length > 0 && characters > MOST_CHARACTERS) break
    part.push(one)
  }
  return part
}
