/** The texts of the keys: where they lead, and what they do. */

export const firstFilter = 'Go to the first filter'
export const nextOrOlder = 'Next page, or older records'
export const nextRow = 'Next row'
export const previousRow = 'Previous row'
export const selectRow = 'Select or clear the row'
export const rowActions = 'Go to the row’s actions'
export const alongRow = 'Along the links and buttons of the row'
export const copyId = 'Copy the ID of the row or page'
export const inspector = 'Request inspector'
export const thisList = 'This list'
export const jump = 'Jump to…'
export const leaveField = 'Leave the field for the page’s heading'

// The list of keys
export const keys = 'Keyboard shortcuts'
export const notWhileTyping = 'Single keys are ignored while you type. You can switch them off in Settings.'
export const close = 'Close'

/** Signs that many screen readers leave out, in words. */
const signs: Readonly<Record<string, string>> = {
  '/': 'slash',
  '[': 'left bracket',
  ']': 'right bracket',
  '?': 'question mark',
  '.': 'period',
  Ctrl: 'Control',
  Esc: 'Escape',
  '←': 'left arrow',
  '→': 'right arrow',
}
/** @param keys e.g. `g c` */
export const spoken = (keys: string) =>
  keys
    .split(' ')
    .map((key) => signs[key] ?? key)
    .join(' ')
