/** The texts of saved views. */

export const saveThis = 'Save this view'
export const holdsId = 'This view contains an ID or search text. It stays in this browser until deleted.'
export const holdsIdInTeam =
  'This view contains an ID or search text. It stays in the team’s store until you delete it.'
export const holdsIdForAll = 'This view contains an ID or search text. Everyone you share it with can read it.'
export const name = 'View name'
export const save = 'Save view'
export const saved = (name: string) => `Saved as “${name}”. Find it in “Jump to…” or Settings.`
export const close = 'Close'

// Who sees it
export const visibleTo = 'Visible to'
export const onlyMe = 'Only me'
export const everyone = 'Everyone who can sign in'
export const thisBrowser = 'Only this browser'
export const everyoneHere = 'Everyone who opens this console'
export const nobodySignsIn = 'Nobody signs in to this console, so everyone can change or delete a view they see.'
export const loading = 'Connecting to the team’s store…'
export const sharingRole = 'Sharing requires the operator role.'
export const otherAccount = 'Your token is for another account, so this view is saved in this browser only.'
export const storeAway = 'The team’s store is unavailable, so this view is saved in this browser only.'
export const sharedBy = (owner: string | null) => (owner === null ? 'Shared' : `Shared by ${owner}`)

// Why one is not saved
export const invalid = (mostName: number) => `Enter a name of 1 to ${mostName} characters for a Forecourt page.`
export const full = (most: number) => `The limit is ${most} views. Delete one first.`
export const tooMany = (count: number, most: number) => `${count} views exceed the limit of ${most}.`
export const notViews = 'The server’s response isn’t a list of saved views.'
/** @param why the server's own words */
export const refused = (why: string | undefined) => why ?? 'Couldn’t reach the team’s store. Nothing was changed.'
