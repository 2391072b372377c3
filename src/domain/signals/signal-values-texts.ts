/** The texts of signal values: what places are called, and how they stand. */

export const mixedUnits = 'mixed units'
export const front = 'Front'
export const back = 'Back'
export const row = (number: number) => `Row ${number}`
export const left = 'left'
export const right = 'right'
export const place = (number: number) => `place ${number}`
export const seat = (row: string, place: string) => `${row} ${place}`
export const open = 'open'
export const closed = 'closed'
export const openUnknown = 'unknown whether open'
export const locked = 'locked'
export const unlocked = 'unlocked'
export const lockUnknown = 'unknown whether locked'
export const seatSaid = (seat: string, how: string) => `${seat}: ${how}`
