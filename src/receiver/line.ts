/** Lets so many in at once; the others wait in line, and past its length nobody is let in. */

export interface Line {
  /** Resolves once there is room, to what gives it back; undefined at once where too many wait. */
  enter(): Promise<() => void> | undefined
}

/** @param changed told how many are inside or wait */
export function createLine(most: { inside: number; waiting: number }, changed: (size: number) => void): Line {
  const waiting: (() => void)[] = []
  let inside = 0
  const tell = () => changed(inside + waiting.length)

  function leave(): void {
    const next = waiting.shift()
    if (next)
      next() // takes the place over
    else inside -= 1
    tell()
  }

  function pass(): () => void {
    let isInside = true
    return () => {
      if (isInside) leave()
      isInside = false
    }
  }

  return {
    enter() {
      const hasRoom = inside < most.inside
      if (!hasRoom && waiting.length >= most.waiting) return undefined
      if (hasRoom) inside += 1
      const entered = hasRoom
        ? Promise.resolve(pass())
        : new Promise<() => void>((resolve) => waiting.push(() => resolve(pass())))
      tell()
      return entered
    },
  }
}
