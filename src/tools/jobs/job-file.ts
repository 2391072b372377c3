/** A job's outcome as a file: a line for each item, or more where an item holds several answers. */
import { saveFile } from '../../ui/download'
import { toCsv, toJson } from '../table-text'
import type { Job } from './job-list'
import * as texts from './panel-texts'

export async function saveOutcome(job: Job, kind: 'CSV' | 'JSON'): Promise<void> {
  const { spec, items, startedAt, phase } = job
  const records = items.flatMap(
    (item) => spec.records?.(item) ?? [{ item: item.key, state: item.state, tries: item.tries, detail: item.detail }],
  )
  const facts = {
    job: spec.title,
    started: new Date(startedAt).toISOString(),
    written: new Date().toISOString(),
    items: String(items.length),
    state: phase === 'ended' ? texts.complete : texts.partial(phase),
  }
  const name = `${spec.title} ${new Date(startedAt).toISOString()}`.replace(/[^\w .-]/g, '-')
  const isCsv = kind === 'CSV'
  saveFile(
    `${name}.${isCsv ? 'csv' : 'json'}`,
    isCsv ? 'text/csv' : 'application/json',
    await (isCsv ? toCsv(records, facts) : toJson(records, facts)),
  )
}
