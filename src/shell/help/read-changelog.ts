/** Reads CHANGELOG.md, whose form a test keeps as simple as this: versions, kinds of changes, items. */

export interface Version {
  name: string
  /** As `2026-11-25`. */
  date: string
  kinds: { title: string; items: string[] }[]
}

/** @returns newest first, as it is written; what stands before the first version is for readers of the file alone */
export function readChangelog(text: string): readonly Version[] {
  const versions: Version[] = []
  for (const line of text.split('\n')) {
    const [, name, date] = /^## \[(.+)\] - (\S+)$/.exec(line) ?? []
    const [, title] = /^### (.+)$/.exec(line) ?? []
    const [, item] = /^- (.+)$/.exec(line) ?? []
    const [, more] = /^ {2}(\S.*)$/.exec(line) ?? []
    const kinds = versions.at(-1)?.kinds
    const items = kinds?.at(-1)?.items
    if (name !== undefined && date !== undefined) versions.push({ name, date, kinds: [] })
    else if (title !== undefined) kinds?.push({ title, items: [] })
    else if (item !== undefined) items?.push(item)
    else if (more !== undefined && items) items.push(`${items.pop()} ${more}`)
  }
  return versions
}
