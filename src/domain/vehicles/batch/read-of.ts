/** What a path of a batch reads: apart from the check of paths, which the first page of a vehicle has none of. */

/** The read that a path asks for, without what its query says. */
export const readOf = (path: string): string => path.split('?')[0] ?? ''
