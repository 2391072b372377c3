/** Tells the server what it cannot know of the one who looks: their zone, and what they prefer to see. Nothing in it is secret. */
import { LOOK_COOKIE } from '../api/drawn'
import { ownZone } from '../ui/format'
import { changedPreferences, preferences } from './preferences'

const YEAR_S = 31_536_000
/** What a cookie holds at most is some 4 kB; one that is longer is left out, and the browser draws what it says. */
const MOST_BYTES = 3_000

/** Keeps the cookie as the preferences are, from now on. */
export function keepPreferencesForServer(): void {
  const keep = () => {
    const [timeZone, preferences] = [ownZone(), changedPreferences()]
    const text = encodeURIComponent(JSON.stringify({ timeZone, preferences }))
    // The server assumes the defaults. Over plain http it renders pages only if a cookie of the console comes along.
    const isNeeded = timeZone !== 'UTC' || Object.keys(preferences).length > 1 || !isSecureContext
    const isKept = isNeeded && text.length <= MOST_BYTES
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is not in every browser, and not on plain http
    document.cookie = `${LOOK_COOKIE}=${isKept ? text : ''}; Path=/; SameSite=Strict; Max-Age=${isKept ? YEAR_S : 0}`
  }
  preferences.subscribe(keep)
  keep()
}
