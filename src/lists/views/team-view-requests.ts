/** What is asked of the team's store about saved views. Fetched with its first use. */
import { accountHeader } from '../../api/client'
import { ApiError, isPassing, saidBy } from '../../api/errors'
import { type NewTeamView, TeamViews } from '../../api/team-views'
import { accountSignal, whileAccount } from '../../core/account'
import { askServer } from '../../requests/ask-server'
import { teamViews } from './team-views-state'
import * as texts from './texts'
import { ownViews, removeView, type View } from './views'

/** What was loaded just now is not loaded again by the next part that shows it. */
const FRESH_MS = 2_000

const common = { schema: TeamViews, otherwise: texts.notViews }
type Sending = Pick<Parameters<typeof askServer>[0], 'method' | 'body'>

/** Every answer is all that there is then: it is taken in, unless the account is another one by now. */
async function ask(path: `/${string}`, sending: Sending = {}): Promise<void> {
  const isCurrent = whileAccount()
  try {
    const { views } = await askServer({
      ...common,
      ...sending,
      path,
      headers: accountHeader(),
      signal: accountSignal(),
    })
    if (isCurrent()) teamViews.set({ phase: 'there', views })
  } catch (error) {
    // What is refused of one view says nothing of the others.
    const isGone = sending.method === undefined || isPassing(error)
    if (isCurrent() && isGone) teamViews.set(({ views }) => ({ phase: 'away', views, error }))
    throw error
  }
}

let loading: { at: number; isUnderWay: boolean; isCurrent: () => boolean; done: Promise<void> } | undefined

/**
 * Never throws: why they are not there is kept with them.
 * @param isAgain true where they are wanted only if the store was away
 */
export function loadTeamViews(isAgain: boolean): Promise<void> {
  const { phase, error } = teamViews.get()
  if (isAgain && !(phase === 'away' && isPassing(error))) return Promise.resolve()
  if (loading?.isCurrent() && (loading.isUnderWay || loading.at + FRESH_MS > performance.now())) return loading.done
  const one = { at: performance.now(), isUnderWay: true, isCurrent: whileAccount() }
  const done = ask('/team/views')
    .catch(() => undefined)
    .finally(() => {
      one.isUnderWay = false
    })
  loading = Object.assign(one, { done })
  return done
}

/** @throws Error with one sentence */
export async function saveTeamView(view: NewTeamView): Promise<void> {
  await ask('/team/views', { method: 'POST', body: view }).catch(inOneSentence)
}

/** @throws Error with one sentence */
export async function removeTeamView(id: string): Promise<void> {
  await ask(`/team/views/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(inOneSentence)
}

function inOneSentence(error: unknown): never {
  throw new Error(texts.refused(error instanceof ApiError ? saidBy(error).detail : undefined), { cause: error })
}

/**
 * Takes this browser's views along, one after the other; each leaves the browser once it is saved.
 * @returns how many stay, as the store has one of their name for another address
 * @throws Error with one sentence; what was saved until then is
 */
export async function moveViews(isShared: boolean): Promise<number> {
  const sameOf = (view: View) => teamViews.get().views.find(({ isOwn, name }) => isOwn && name === view.name)
  const isCurrent = whileAccount()
  for (const view of ownViews()) {
    const same = sameOf(view)
    if (same && same.address !== view.address) continue
    if (!same) await saveTeamView({ name: view.name, address: view.address, isShared })
    if (!isCurrent()) break
    removeView(view.name)
  }
  return ownViews().length
}
