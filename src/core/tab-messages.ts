/**
 * Messages between the tabs of one browser: that tokens changed, and that a sign-in ended or began. Tabs of another
 * provider, or of another operator, receive none of the former.
 */
export type TabMessage =
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

/**
 * Called once at start.
 * @param service the addresses of its hosts
 * @param onMessage called with each message of another tab, unchecked
 */
export function openTabMessages(
  service: readonly string[],
  operator: string | undefined,
  onMessage: (message: unknown) => void,
): () => void {
  place = JSON.stringify([service, operator ?? null])
  const hear = ({ data }: MessageEvent<unknown>) => onMessage(data)
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
