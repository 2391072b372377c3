/** Bounds of what people may leave in the team's store, so that none of them fills it: for each owner, and for all together. */

const GB = 1024 ** 3

export interface Bound {
  readonly owner: number
  readonly all: number
}
/** An owner started the job, reported the subscription or added the token: the person who signed in, else the address. */
export const teamBounds = {
  /** Jobs that run, are scheduled or are paused. */
  unfinishedJobs: { owner: 100, all: 1_000 },
  /** With those that ended or stopped, until they are erased. */
  jobs: { owner: 2_000, all: 20_000 },
  /** Targets and pages of all these jobs. */
  jobItems: { owner: 1_000_000, all: 5_000_000 },
  /** Results that jobs have read, as the store holds them. */
  resultBytes: { owner: 2 * GB, all: 8 * GB },
  /** Subscriptions that browsers reported and that the server has not seen. */
  toldSubscriptions: { owner: 5_000, all: 50_000 },
  /** Accounts of tokens that were added in browsers. */
  addedAccounts: { owner: 5, all: 50 },
  /** Connections in the directories of these accounts. */
  addedConnections: { owner: 200_000, all: 1_000_000 },
} as const satisfies Record<string, Bound>
export type BoundName = keyof typeof teamBounds

/** A bound that was reached, as responses have it. */
export interface ReachedBound {
  bound: BoundName
  of: keyof Bound
  most: number
}
export const reachedBound = (bound: BoundName, of: keyof Bound): ReachedBound => ({
  bound,
  of,
  most: teamBounds[bound][of],
})

const what: Readonly<Record<BoundName, { most: (most: string) => string; remedy: string }>> = {
  unfinishedJobs: { most: (most) => `${most} unfinished jobs`, remedy: 'Stop one, or wait until one ends.' },
  jobs: { most: (most) => `${most} jobs`, remedy: 'Ended and stopped jobs are erased after RETAIN_GONE_DAYS.' },
  jobItems: {
    most: (most) => `${most} items of jobs`,
    remedy: 'Ended and stopped jobs are erased after RETAIN_GONE_DAYS.',
  },
  resultBytes: {
    most: (most) => `${most} of results of jobs`,
    remedy: 'Take the files of ended and stopped jobs: a day after their end their results are erased.',
  },
  toldSubscriptions: {
    most: (most) => `${most} subscriptions that only browsers know of`,
    remedy: 'Check their status: what the server has seen itself doesn’t count.',
  },
  addedAccounts: {
    most: (most) => `${most} accounts of tokens that were added in browsers`,
    remedy: 'Forget a token that isn’t needed, or wait until one expires.',
  },
  addedConnections: {
    most: (most) => `${most} connections in accounts of tokens that were added in browsers`,
    remedy: 'Set the token on the server, or forget one that isn’t needed.',
  },
}

/** The bound in words, with what to do about it. */
export function boundInWords({ bound, of, most }: ReachedBound): string {
  const number = bound === 'resultBytes' ? `${most / GB} GB` : most.toLocaleString('en-US')
  const { most: inWords, remedy } = what[bound]
  return `The limit is ${inWords(number)} ${of === 'owner' ? 'for each person' : 'for all together'}. ${remedy}`
}
