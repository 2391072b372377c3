/** Why the link for a vehicle’s owner is text only. */

export const noHost = 'No host for owner links is configured (CONNECT_URL), so it is text only.'
export const noAddress = 'This is no address.'
export const otherHost = (host: string) => `It does not lead to the configured host ${host}.`
