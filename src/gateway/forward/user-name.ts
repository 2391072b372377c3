/** The user whose reading is meant, as a header names them. */

/** True for what a header carries as it is: visible ASCII, with spaces only inside. */
export const isUserName = (user: string): boolean => /^[!-~]([ -~]*[!-~])?$/.test(user)
