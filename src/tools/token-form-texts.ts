/** The texts of the form that hands tokens over. */

export const accessTokens = 'Access tokens'
export const version3 = 'Version 3 token'
export const version2 = 'Version 2.0 token'
export const showTyped = 'Show what is typed'
export const use = 'Use tokens'
export const forget = 'Forget tokens'

// What is held
export const handedOver = 'This browser has handed one over.'
export const configured = 'The server is configured with one.'
export const noneHeld = 'None is held.'

// What came of it
export const enterOne = 'Enter at least one token.'
export const held = 'The server holds the tokens for this browser now.'
export const forgotten = 'The server has forgotten this browser’s tokens.'
export const countsAsOne = (reason: string) => `${reason} A token handed over counts as one.`
