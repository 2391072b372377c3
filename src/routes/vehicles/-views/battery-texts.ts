/** The texts of a battery capacity. */

export const because = (evidence: readonly string[]) => `Because ${evidence.join(', ')}.`
export const candidates = 'Candidates'
export const columns = ['Capacity', 'Description', 'Chosen']
export const chosen = 'yes'
