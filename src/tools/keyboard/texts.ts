/** The texts of the keys: where they lead, and what they do. */

export const firstFilter = 'To the first filter'
export const nextOrOlder = 'Next page, or what is older'
export const nextRow = 'Next row'
export const previousRow = 'Previous row'
export const selectRow = 'Select the row, or not'
export const rowActions = 'To the row’s actions'
export const copyId = 'Copy the id of the row, or of the page'
export const inspector = 'Request inspector'
export const thisList = 'This list'
export const jump = 'Jump to…'
export const leaveField = 'Out of a field, to the page’s heading'

// The list of keys
export const keys = 'Keys'
export const notWhileTyping = 'None is heard while something is typed. They can be switched off under Settings.'
export const close = 'Close'
