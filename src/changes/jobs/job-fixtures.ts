/** For tests of jobs: a job, and its items. */
import { ofServer } from '../../api/own-response-harness'
import type { TeamJob, TeamJobItem } from '../../api/team-jobs'

export const teamJob = (id: number, more: Partial<TeamJob> = {}): TeamJob => ({
  ...{ id, operation: 'DELETE /v3/connections/{connectionId}', phase: 'running', reason: null, orderedBy: null },
  ...{ pauseCause: null, adoptedBy: null, isYours: true, continuesUntil: null },
  ...{ begunBy: 'Ann', begunAt: '2026-01-02T00:00:00.000Z', startAt: null, hours: null, waitingUntil: null },
  ...{ endsAt: null, endedAt: null, isChecking: false, effect: 'change', with: null, share: 100, requests: 120 },
  ...{ results: null, resultsUntil: null },
  counts: { failed: 2, unknown: 0, asleep: 0, sending: 0, waiting: 38, done: 80 },
  ...more,
})
export const jobItem = (n: number, more: Partial<TeamJobItem> = {}): TeamJobItem => ({
  ...{
    n,
    target: `c-${n}`,
    page: null,
    state: 'waiting',
    status: null,
    requestId: null,
    detail: null,
    at: null,
    tries: 0,
  },
  ...more,
})
export const refusal = (code: string, status: number, detail?: string): Response =>
  Response.json({ errors: [{ type: 'GATEWAY', code, title: 'Why', detail }] }, { status, headers: ofServer })
