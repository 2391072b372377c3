/** The texts of the chip of a deprecated operation. */

export const announced = (from: string, to: string) =>
  `Announced: ${from === to ? `on ${to}` : `${from} to ${to}`}, UTC`
export const deprecated = (state: string) => `Deprecated: ${state}`
