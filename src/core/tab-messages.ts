/**
 * What the tabs of one browser tell one another: that something was removed, that tokens changed, that a sign-in ended or
 * began. Ids and outcomes only, in memory only. Tabs of another service, or of another operator, hear nothing of it.
 */
export type TabMessage =
  | {
      about: 'removal'
      /** In the interface's spelling. */
      operation: string
      id: string
      outcome: 'accepted' | 'removed' | 'already gone'
      /** Where the account is filed that it is gone from: of a tab's own it says nothing under other tokens. */
      place?: string | undefined
      /** True where it is one of many: what it makes stale is loaded anew once for all of them. */
      isJob?: boolean | undefined
    }
  /** The many of a job are through, or it was stopped. */
  | { about: 'removals over' }
  /** Handed over, replaced or taken away; those of one vehicle alone change nothing that was read. */
  | { about: 'tokens'; account?: string | undefined }
  | { about: 'vehicle token' }
  /** It ended, or somebody has signed in: the server says which. */
  | { about: 'sign-in' | 'sign-out' }

/** Heard by every operator's tabs: one who is signed in ends another's. */
const isOfAll = ({ about }: TabMessage): boolean => about === 'sign-in' || about === 'sign-out'

interface Places {
  all: BroadcastChannel
  own: BroadcastChannel
}
let places: Places | undefined
let place = ''

/** The name of what the tabs of this service and this operator share. */
export const sharedName = (purpose: string): string => `forecourt.${purpose} ${place}`

/** Resolves once what has arrived so far was taken in. */
let heard: Promise<unknown> = Promise.resolve()
export const untilMessagesHandled = (): Promise<unknown> => heard

/**
 * Called once at start.
 * @param service the addresses of its hosts
 * @param onTold called with what another tab told, whatever it is; may take its time over it
 */
export function openTabMessages(
  service: readonly string[],
  operator: string | undefined,
  onTold: (told: unknown) => unknown,
): () => void {
  place = JSON.stringify([service, operator ?? null])
  const hear = ({ data }: MessageEvent<unknown>) => {
    heard = Promise.allSettled([heard, onTold(data)]) // one that fails holds up no removal
  }
  const all = new BroadcastChannel(`forecourt.sign-in ${JSON.stringify(service)}`)
  const own = new BroadcastChannel(sharedName('tabs'))
  all.onmessage = hear
  own.onmessage = hear
  places = { all, own }
  return () => {
    all.close()
    own.close()
    places = undefined
    place = ''
  }
}

/** Tells the other tabs. What was heard from one is never told again. */
export function postTabMessage(told: TabMessage): void {
  if (places) places[isOfAll(told) ? 'all' : 'own'].postMessage(told)
}

/**
 * Runs `work` alone among the tabs; a tab that dies in the middle lets go. Where the browser has no locks, as on plain
 * http, it runs at once.
 * @param work is told whether it had to wait for another tab that was at the same
 */
export async function withLock<T>(what: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const locks = places && globalThis.navigator?.locks
  if (!locks) return work(false)
  const name = sharedName(what)
  const free = await locks.request(name, { ifAvailable: true }, async (lock) => lock && { result: await work(false) })
  return free ? free.result : locks.request(name, () => work(true))
}
