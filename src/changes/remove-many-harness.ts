/** For the tests of many removals: a kind of thing that is removed, what is sent, and how it is answered. */

import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { connections } from '../api/connections'
import { ofServer } from '../api/own-response-harness'
import { canRead, defineRemoval, subjectOf } from './define-removal'
import { type Job, jobs } from './jobs/job-list'
import { type Receipt, receipts } from './receipts'
import { removeMany } from './remove-many'

const inputOf = (connectionId: string) => ({ path: { connectionId } })
export const forget = vi.fn()
export const recall = vi.fn()
export const thing = defineRemoval({
  endpoint: connections.remove,
  inputOf,
  noun: 'connection',
  deselect: () => undefined,
  isThere: (id) => canRead(connections.read, inputOf(id)),
  lookPrice: 1,
  forget,
  recall,
  stale: [['a list']],
  many: { useConsequences: () => '' },
})
/** What was sent, and how much of it at each time that lists were loaded anew. */
export const sent: string[] = []
export const loads: number[] = []
const client = new QueryClient()
client.invalidateQueries = async () => void loads.push(sent.length)

export function start(ids: readonly string[], concurrency: number): number {
  return removeMany({
    of: thing,
    title: 'Remove connections',
    concurrency,
    items: ids.map((id) => ({ id, label: id, subject: subjectOf(thing, id) })),
    client,
  })
}

type Answer = (method: string, id: string) => Promise<Response> | Response
/** Starts the removal of some by their ids; how their reads and changes are answered is the test's. */
export function removeAll(ids: readonly string[], answer: Answer): number {
  loads.length = 0
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const id = address.split('/').at(-1) ?? ''
    sent.push(`${method} ${id}`)
    return answer(method, id)
  })
  return start(ids, 1)
}

export const jobOf = (id: number): Job | undefined => jobs.get().find((job) => job.id === id)
export async function ended(id: number): Promise<Job> {
  const look = () => {
    const job = jobOf(id)
    if (job?.phase !== 'ended') throw new Error('under way')
    return job
  }
  return vi.waitFor(look, { timeout: 4000, interval: 20 })
}
export const answeredOf = (id: number) => jobOf(id)?.spec.answered?.store.get()
export const receiptsOf = (id: string): Receipt[] =>
  receipts.get().filter(({ subject }) => subject === `connection ${id}`)

export const error = (status: number, code: string) =>
  Response.json({ errors: [{ status: String(status), code, title: `Error ${status}` }] }, { status, headers: ofServer })
export const gone = () => error(404, 'NOT_FOUND')
