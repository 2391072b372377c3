/** The texts of the confirmation of a change for many. */

export const typeFirst = (count: number) => `Type ${count} first`
export const typeField = (count: number) => `Type ${count} to go on`
