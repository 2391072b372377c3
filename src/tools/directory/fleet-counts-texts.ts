/** What is counted under no make of its own. */

export const noMake = 'make not given'
export const otherMakes = 'other makes'
