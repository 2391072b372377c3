/** The first part of the key of every query of the server's store: after a removal they are fetched again. */
export const DIRECTORY_KEY = ['team'] as const
