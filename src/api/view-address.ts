/** What a saved view may be: a short name for an address of this console. */

export const MOST_VIEWS = 200
export const MOST_NAME = 80
export const MOST_ADDRESS = 4000

/** Path and query on this console, nothing before and nothing behind: what somebody else wrote leads nowhere else. */
export const isLocal = (text: string): boolean => {
  if (!/^\/(?![/\\])/.test(text) || /[\p{Cc}\\#]/u.test(text) || text.length > MOST_ADDRESS) return false
  return (
    URL.canParse(text, 'http://console.invalid') && new URL(text, 'http://console.invalid').host === 'console.invalid'
  )
}
