/** The paths of a batch as the console takes them, with why one cannot be sent in words. */
import { type PathProblem, readPath as readBatchPath } from '../../api/batch-path'
import type { Search } from '../../api/search'
import * as texts from './path-texts'

export type ReadPath = { path: string } | { problem: string }

/**
 * @param vehicleId the vehicle that the batch is for: its own address before a path is taken off
 * @returns the path as it is sent, e.g. `/odometer`, or why it cannot be, in words
 */
export function readPath(given: string, vehicleId?: string): ReadPath {
  const read = readBatchPath(given, vehicleId)
  return 'path' in read ? read : { problem: inWords(read.problem, given) }
}

const inWords = (problem: PathProblem, given: string) =>
  problem === 'long' ? texts.long(given.trim().length) : texts.problems[problem]

/** What an address asks for: every `path` of it that can be sent, in its order, each once. */
export function pathsOf({ path }: Search): string[] {
  const read = [path ?? []].flat().map((text) => readPath(text))
  return [...new Set(read.flatMap((one) => ('path' in one ? one.path : [])))]
}

/** The read that a path asks for, without what its query says. */
export const readOf = (path: string): string => path.split('?')[0] ?? ''
