/** Tells the server what it cannot know of the one who looks: their zone, and what they prefer to see. Nothing in it is secret. */
import { getBasePath } from '../api/base-path'
import { DISPLAY_COOKIE } from '../api/server-rendered'
import { ownZone } from '../ui/format'
import { changedPreferences, preferences } from './preferences'

const YEAR_S = 31_536_000
/** What a cookie holds at most is some 4 kB; one that is longer is left out, and the browser draws what it says. */
const MOST_BYTES = 3_000

const writeCookie = (name: string, text: string, seconds: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is not in every browser, and not on plain http
  document.cookie = `${name}=${text}; Path=${getBasePath() || '/'}; SameSite=Strict; Max-Age=${seconds}`
}

/**
 * Keeps the cookie as the preferences are, from now on.
 * @param consoleHash in the cookie's name, because every console at this host name gets it
 */
export function keepPreferencesForServer(consoleHash: string): void {
  // By its name before 0.3. An older console at this host name that still uses it sets it again.
  if (document.cookie.split('; ').some((one) => one.startsWith(`${DISPLAY_COOKIE}=`)))
    writeCookie(DISPLAY_COOKIE, '', 0)
  const keep = () => {
    const [timeZone, preferences] = [ownZone(), changedPreferences()]
    const text = encodeURIComponent(JSON.stringify({ timeZone, preferences }))
    // The server assumes the defaults. Over plain http it renders pages only if a cookie of the console comes along.
    const isNeeded = timeZone !== 'UTC' || Object.keys(preferences).length > 1 || !isSecureContext
    const isKept = isNeeded && text.length <= MOST_BYTES
    writeCookie(`${DISPLAY_COOKIE}-${consoleHash}`, isKept ? text : '', isKept ? YEAR_S : 0)
  }
  preferences.subscribe(keep)
  keep()
}
