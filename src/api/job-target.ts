/** The targets of jobs that name several things, e.g. a vehicle and a user. */

/** Each percent-encoded, with slashes between. */
export const targetOf = (...ids: readonly string[]): string =>
  ids.map((id) => encodeURIComponent(id.toWellFormed())).join('/')

/** @returns what a target names; undefined where it can't be read */
export function idsOf(target: string): string[] | undefined {
  try {
    return target.split('/').map((id) => decodeURIComponent(id))
  } catch {
    return undefined
  }
}
