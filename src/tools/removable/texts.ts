/** The texts of what a removal means: what is removed is called, and what could not be told. */

const subject = (noun: string) => (id: string, what?: string) => (what ? `${noun} ${id} (${what})` : `${noun} ${id}`)
export const connection = subject('connection')
export const user = subject('user')
export const subscription = subject('subscription')
export const noCount = 'The provider gives no count of their connections.'
