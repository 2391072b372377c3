/** The texts of saved views. */

export const saveThis = 'Save this view'
export const holdsId = 'This view contains an ID or search text. It stays in this browser until deleted.'
export const name = 'View name'
export const save = 'Save view'
export const saved = (name: string) => `Saved as “${name}”. Find it in “Jump to…” or Settings.`
export const close = 'Close'

// Why one is not saved
export const invalid = (mostName: number) => `Enter a name of 1 to ${mostName} characters for a Forecourt page.`
export const full = (most: number) => `The limit is ${most} views. Delete one first.`
export const tooMany = (count: number, most: number) => `${count} views exceed the limit of ${most}.`
