/** The texts of saved views. */

export const saveThis = 'Save this view'
export const holdsId =
  'This address holds an id or what was searched for: it stays in this browser until the view is removed.'
export const name = 'Name of the view'
export const save = 'Save view'
export const saved = (name: string) => `Saved as “${name}”. It stands in “Jump to…” and in Settings.`
export const close = 'Close'

// Why one is not kept
export const invalid = (mostName: number) =>
  `A view takes a name of 1 to ${mostName} characters and a page of this console.`
export const full = (most: number) => `There are ${most} views already: remove one first.`
export const tooMany = (count: number, most: number) => `There would be ${count} views; at most ${most} are kept.`
