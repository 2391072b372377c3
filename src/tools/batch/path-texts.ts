/** Why a path cannot be asked for in a batch. */

const problems = {
  empty: 'Enter a path, for example /odometer.',
  long: (characters: number) => `A path of ${characters} characters is no known read.`,
  characters: 'A path holds no spaces, control characters or backslashes.',
  host: 'A path names no host: write it as it stands behind the vehicle, for example /odometer.',
  hash: 'A path holds no “#”.',
  queries: 'A path holds one “?” at most.',
  otherVehicle: 'A batch asks one vehicle: write the path as it stands behind it, for example /odometer.',
  version: 'A batch takes reads of version 2.0, without the version before them.',
  nested: 'A batch holds no other batch.',
  hidden: 'A path hides no separator behind an escape.',
  brokenEscape: 'A “%” in it is no complete escape.',
  up: 'A path does not lead up: “.” and “..” are not taken.',
  slashes: 'A path holds no “//”.',
  query: 'The query behind “?” holds what cannot stand in one.',
  queryUp: 'The query behind “?” leads up.',
}
export type Problem = keyof typeof problems

/** @param path what was given */
export function inWords(problem: Problem, path: string): string {
  const words = problems[problem]
  return typeof words === 'string' ? words : words(path.trim().length)
}
