/** The texts of the chip of a deprecated operation. */

export const deprecated = (state: string, announced: string) => `Deprecated: ${state} · ${announced}`
