/** For tests: jobs at a real server, begun and looked at as a page does. */
import { TeamJob, type TeamJobItem, TeamJobItems } from '../api/team-jobs'
import type { RunningServer } from './server-harness'

export const post = (server: RunningServer, path: string, body: object) =>
  server.ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
export async function jobAt(server: RunningServer, id: number): Promise<TeamJob | undefined> {
  const response = await server.ask(`/team/jobs/${id}`).catch(() => undefined)
  return response?.ok ? TeamJob.parse(await response.json()) : undefined
}
export async function itemsAt(server: RunningServer, id: number): Promise<TeamJobItem[]> {
  const items: TeamJobItem[] = []
  for (let after = ''; ; ) {
    const page = TeamJobItems.parse(await (await server.ask(`/team/jobs/${id}/items?limit=200${after}`)).json())
    items.push(...page.rows)
    if (page.next === null) return items
    after = `&after=${page.next}`
  }
}
