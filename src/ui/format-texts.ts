/** The words among numbers and times as the console writes them. */

export const andMore = (texts: string, more: string) => `${texts} and ${more} more`
export const unknownTime = 'unknown time'
export const justNow = 'just now'
