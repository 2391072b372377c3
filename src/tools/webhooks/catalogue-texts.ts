/** What a webhook is called where one is chosen: apart, as many pages choose one. */

export const disabled = (name: string) => `${name} (disabled)`
