/** One link of the chain to a delivery: the step that it is a part of, whether it holds, and its evidence in a sentence. */

export type LinkState = 'holds' | 'broken' | 'unknown'
export interface ChainLink {
  /** The step that it is a part of. */
  step: string
  /** What it is called in its state: a problem by what is wrong. */
  name: string
  state: LinkState
  text: string
}

/** What each is called where it holds, where it could not be checked, and, with its result, where it is a problem. */
export type Names = readonly [holds: string, unknown: string]
export type Problem = readonly [problem: string, text: string]

export type Said = Pick<ChainLink, 'state' | 'text'> & { problem?: string }
export const holds = (text: string): Said => ({ state: 'holds', text })
export const broken = ([problem, text]: Problem): Said => ({ state: 'broken', problem, text })
export const unknown = (text: string): Said => ({ state: 'unknown', text })

export type NamedLink = readonly [step: string, names: Names, Said]
export const linkOf = ([step, [good, dark], { problem, state, text }]: NamedLink): ChainLink => ({
  step,
  name: problem ?? (state === 'holds' ? good : dark),
  state,
  text,
})
