/** What a job says of itself and of its items. */

export const signInEnded = 'Your sign-in has ended. The job resumes when you sign in again.'
export const longWait = 'The rate limit requires a wait of more than 15 minutes.'
export const unreached = (times: number) =>
  `A job stops after no response ${times} times in a row. Couldn’t reach the server or the provider.`
export const refused = 'Rate limited (429), will be sent again'
export const wait = (seconds: number | string) => `wait ${seconds} s`
export const wasMade = 'No response, but a check confirmed the change.'
export const notMade = 'No response, and a check found no change.'
