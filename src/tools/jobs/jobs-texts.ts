/** What a job says of itself and of its items. */

export const signInEnded = 'Your sign-in has ended: it goes on when you have signed in again.'
export const longWait = 'The service asks to wait for more than a quarter of an hour.'
export const unreached = (times: number) =>
  `No answer came back, ${times} times in a row: the server, or the service, cannot be reached.`
export const refused = 'refused with 429: its turn comes again'
export const wait = (seconds: number | string) => `wait ${seconds} s`
export const wasMade = 'No answer came back; a read shows that it was made.'
export const notMade = 'No answer came back; a read does not show it.'
