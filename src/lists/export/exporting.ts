/**
 * A file of everything that a list matches, loaded page by page: one at a time for each list. It goes on while its page
 * is left, for whoever asked for a file expects it; what ends with the account is not saved.
 */

import { type FileKind, nameOf } from '../../core/table-file'
import type { Facts } from '../../core/table-text'
import { type Run, type TaskState, Tasks } from '../../core/task'
import { steadily } from '../../requests/retry-after'
import { saveBlob } from '../../ui/download'
import { loadPages, nothingLoaded, type ReadListPage } from '../load-pages'
import * as texts from './texts'
import { FileWriter, type Row } from './writer'

interface Exporting extends TaskState {
  /** What it was begun for, in words. */
  question: string
  count: number
  total: number | undefined
  /** What was saved, in words. */
  said?: string
  about?: About | undefined
}

/** What a CSV that was saved is, where its name is too short for it. */
export interface About {
  file: string
  facts: Facts
}

export const exporting = new Tasks<Exporting>()

export interface Exported {
  /** What is exported, e.g. `connections`. */
  name: string
  /** The columns of a CSV. */
  columns: readonly string[]
  /** What is asked for, in words: the filters. */
  question: string
  service: string
  /** More that the file says of itself. */
  facts?: Facts | undefined
}

function factsOf({ name, service, question, facts }: Exported, rows: number, state: string, total?: number): Facts {
  return {
    what: name,
    service,
    filter: question || texts.noFilter,
    written: new Date().toISOString(),
    rows: String(rows),
    total: total === undefined ? texts.noTotal : String(total),
    state,
    ...facts,
  }
}

/**
 * @param isWanted false once nobody waits for the file
 * @returns what to offer beside it; undefined where the file says all of itself
 */
export async function saveRows(
  kind: FileKind,
  what: Exported,
  writer: FileWriter,
  state: keyof typeof texts.states,
  total: number | undefined,
  isWanted: () => boolean = () => true,
): Promise<About | undefined> {
  const facts = factsOf(what, writer.count, texts.states[state], total)
  const filter = state === 'selected' ? undefined : texts.filterIn(what.question) // which rows are selected, no word tells
  const file = nameOf(what.name, [filter, texts.rows(writer.count), texts.stateIn(state)], Date.now(), kind)
  const blob = await writer.end(facts)
  if (!isWanted()) return undefined
  saveBlob(file, blob)
  return kind === 'CSV' ? { file: texts.aboutFile(file), facts } : undefined
}

/** Begins; where a file of the list is on its way already, that goes on instead. */
export function exportAll(kind: FileKind, what: Exported, total: number | undefined, read: ReadListPage<Row>): void {
  const { name, question } = what
  const work = async ({ signal, say, isOwned }: Run<Exporting>) => {
    const writer = new FileWriter(kind, what.columns)
    const at = nothingLoaded({ total })
    const onWait = () => say({ phase: 'waiting' })
    let failure: { error: unknown } | undefined
    try {
      for await (const { fresh } of loadPages(at, {
        read,
        ask: steadily,
        signal,
        onWait,
        idOf: ({ id }) => id,
        endsWith404: true,
      })) {
        await writer.add(fresh)
        say({ phase: 'reading', count: writer.count, total: at.total })
      }
    } catch (error) {
      failure = { error }
    }
    // What was cancelled or failed is saved as what it is.
    const broken = signal.aborted ? 'cancelled' : 'failed'
    const state = failure ? broken : at.hasDrifted ? 'drifted' : 'complete'
    say({
      about: await saveRows(kind, what, writer, state, at.total, isOwned),
      said: texts.savedAs(writer.count, texts.states[state]),
    })
    if (failure) throw failure.error
    return undefined
  }
  void exporting.start(name, () => ({ phase: 'reading', question, count: 0, total }), work)
}
