/** The texts of the comparison of two webhooks: apart, as it is fetched late. */

export const title = 'Comparison of two webhooks'
export const whatColumn = 'What'
export const bothColumn = 'Both'
export const noName = 'without a name'
export const same = 'same'
export const differs = 'differs'
export const oneOnly = 'in one only'
