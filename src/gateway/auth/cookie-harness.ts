/** For tests of cookies. */

/** The name of a cookie without the hash of its console. */
export const unhashed = (name: string) => name.replace(/-[0-9a-f]{12}(?=[-=]|$)/, '')
