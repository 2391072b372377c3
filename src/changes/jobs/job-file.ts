/** A job's outcome as a file: a line for each item, or more where an item holds several answers. */
import { type FileKind, saveTable } from '../../core/table-file'
import type { Job } from './job-list'
import * as texts from './job-panel-texts'

export function saveOutcome(job: Job, kind: FileKind): Promise<void> {
  const { spec, items, startedAt, phase } = job
  const records = items.flatMap(
    (item) => spec.records?.(item) ?? [{ item: item.key, state: item.state, tries: item.tries, detail: item.detail }],
  )
  const written = Date.now()
  const state = phase === 'ended' ? texts.complete : texts.partial(phase)
  const facts = {
    job: spec.title,
    started: new Date(startedAt).toISOString(),
    written: new Date(written).toISOString(),
    items: String(items.length),
    state,
  }
  const parts = [texts.itemCount(items.length), state]
  return saveTable(kind, { what: spec.title, parts, at: written, facts, records })
}
