/** The texts of signal values: what places are called. */

export const mixedUnits = 'mixed units'
export const front = 'Front'
export const back = 'Back'
export const row = (number: number) => `Row ${number}`
export const left = 'left'
export const right = 'right'
export const place = (number: number) => `place ${number}`
export const seat = (row: string, place: string) => `${row} ${place}`
