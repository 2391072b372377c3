/** What every query of the team's directory begins with: after a removal they are asked anew. */
export const TEAM_KEY = ['team'] as const
