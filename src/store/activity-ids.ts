/** IDs in the record, as far as their form says how they are looked for. */

/** True for a whole one that is random all through: nobody knows it by a part. */
export const isUuid = (id: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
