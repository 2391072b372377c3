/** Why a path cannot be asked for in a batch, in words: apart, for every page knows which paths can be. */
import type { PathProblem } from '../../api/batch-path'
import { formatCount } from '../../ui/format'

const words: Readonly<Record<Exclude<PathProblem, 'long'>, string>> = {
  empty: 'Enter a path, for example /odometer.',
  characters: 'A path holds no spaces, control characters or backslashes.',
  host: 'A path names no host: write it as it stands behind the vehicle, for example /odometer.',
  hash: 'A path holds no “#”.',
  queries: 'A path holds one “?” at most.',
  otherVehicle: 'A batch asks one vehicle: write the path as it stands behind it, for example /odometer.',
  version: 'A batch takes reads of version 2.0, without the version before them.',
  nested: 'A batch holds no other batch.',
  hidden: 'A path hides no separator behind an escape.',
  escaped: 'Write letters, digits, “-”, “.”, “_” and “~” in a path as they are, not as “%” escapes.',
  brokenEscape: 'A “%” in it is no complete escape.',
  up: 'A path does not lead up: “.” and “..” are not taken.',
  slashes: 'A path holds no “//”.',
  query: 'The query behind “?” holds what cannot stand in one.',
  queryUp: 'The query behind “?” leads up.',
}

/** @param given the path as it was entered */
export const why = (problem: PathProblem, given: string): string =>
  problem === 'long' ? `A path of ${formatCount(given.trim().length)} characters is no known read.` : words[problem]
