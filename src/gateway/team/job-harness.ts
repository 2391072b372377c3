/** For tests of jobs through a gateway: begun, ordered about and watched as a page does it, and their files. */
import { parse } from 'papaparse'
import { expect, vi } from 'vitest'
import { BegunJob, type JobFileFormat, TeamJob, TeamJobItems } from '../../api/team-jobs'
import type { TestGateway } from '../harness'

/** With `TRUSTED_USER_HEADER: x-remote-user` and `ROLE_CLAIM: x-remote-roles`. */
export const as = (roles = 'operator', user = roles === 'operator' ? 'ann' : roles) => ({
  'x-remote-user': user,
  'x-remote-roles': roles,
})
const COLD_MS = 20_000

let clicks = 0
/** @param asked all of a `NewTeamJob` but its key, or what is none */
export function begin(gateway: TestGateway, asked: object, roles = 'operator'): Promise<Response> {
  clicks += 1
  const body = JSON.stringify({ key: `click-${10_000 + clicks}`, ...asked })
  return gateway.ask('/team/jobs', { method: 'POST', body, headers: as(roles) })
}
export const begun = async (response: Response) => {
  const answer = BegunJob.parse(await response.json())
  return { ...answer, id: answer.job?.id ?? expect.fail('nothing was begun') }
}
export const order = (gateway: TestGateway, id: number, body: object, roles = 'operator') =>
  gateway.ask(`/team/jobs/${id}`, { method: 'POST', body: JSON.stringify(body), headers: as(roles) })
export const get = (gateway: TestGateway, path: string) => gateway.ask(path, { headers: as('viewer') })
export const jobOf = async (gateway: TestGateway, id: number) =>
  TeamJob.parse(await (await get(gateway, `/team/jobs/${id}`)).json())
export async function ended(gateway: TestGateway, id: number, phase = 'ended') {
  await vi.waitFor(async () => expect((await jobOf(gateway, id)).phase).toBe(phase), { timeout: COLD_MS, interval: 50 })
  return jobOf(gateway, id)
}
export const itemsOf = async (gateway: TestGateway, id: number) =>
  TeamJobItems.parse(await (await get(gateway, `/team/jobs/${id}/items`)).json()).rows
export const getFile = (gateway: TestGateway, id: number, format: JobFileFormat, roles = 'operator') =>
  gateway.ask(`/team/jobs/${id}/file?format=${format}`, { headers: as(roles) })
export async function fileOf(gateway: TestGateway, id: number, format: JobFileFormat) {
  const response = await getFile(gateway, id, format)
  expect(response.status).toBe(200)
  return { response, text: await response.text() }
}
export const table = async (gateway: TestGateway, id: number) =>
  parse<Record<string, string>>((await fileOf(gateway, id, 'csv')).text, { header: true, skipEmptyLines: true }).data
export const lines = async (gateway: TestGateway, id: number) =>
  (await fileOf(gateway, id, 'jsonl')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
