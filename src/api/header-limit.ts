/** The limit for the headers of a request, cookies included, and the remedy for a browser that is past it. */

/** Room for all cookies that one console can set: the sign-in, two tokens, the vehicles, sign-ins in progress. */
export const HEADER_LIMIT_BYTES = 32_768

export const headersTooLarge =
  'The browser sent more headers than a server accepts, most likely cookies: all consoles at one host name share them. Clear the cookies of this host name, then sign in and add tokens again, or give each console a host name.'
