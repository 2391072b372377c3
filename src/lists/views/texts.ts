/** The texts of saved views. */

export const saveThis = 'Save this view'
export const holdsOwnId = 'This view contains an ID or search text. The server keeps it until you delete it.'
export const holdsSharedId = 'This view contains an ID or search text. Everyone you share it with can read it.'
export const holdsOpenId = 'This view contains an ID or search text. Everyone who opens this console can read it.'
export const name = 'View name'
export const save = 'Save view'
export const saved = (name: string) => `Saved as “${name}”. Find it in “Jump to…” or Settings.`
export const close = 'Close'

// Who sees it
export const visibleTo = 'Visible to'
export const onlyMe = 'Only me'
export const everyone = 'Everyone who can sign in'
export const withoutSignIn =
  'This console has no sign-in, so everyone who opens it sees every saved view and can change or delete it.'
export const sharingRole = 'Sharing requires the operator role.'
export const sharedBy = (owner: string | null) => (owner === null ? 'Shared' : `Shared by ${owner}`)

// Why views can't be shown or saved
export const loading = 'Connecting to the server’s store…'
export const unavailable =
  'The server’s store is unavailable, so views can’t be shown or saved. Saved views aren’t lost; the page checks again every few seconds.'
export const noToken = 'Add a token in Settings to save views.'
export const invalid = (mostName: number) => `Enter a name of 1 to ${mostName} characters for a Forecourt page.`
/** @param reason in the server's words */
export const refused = (reason: string | undefined) => reason ?? 'Couldn’t reach the server. Nothing was changed.'
export const partlyImported = (count: number, total: number, reason: string) =>
  `Imported ${count} of ${total}. ${reason}`
