/** Waiting for no longer than a while. */

/** @returns true once it is done; false where it takes longer; it is not ended by that. Throws what it throws */
export async function within(ms: number, act: Promise<unknown> | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, ms))
  })
  try {
    return await Promise.race([Promise.resolve(act).then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
