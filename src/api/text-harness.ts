/** Texts for property tests. */
import fc from 'fast-check'

/** What is put together from pieces that mean something where it is read. */
export const madeOf = (...pieces: readonly string[]) => fc.array(fc.constantFrom(...pieces)).map((all) => all.join(''))
