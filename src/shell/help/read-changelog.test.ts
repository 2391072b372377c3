/** The changelog has the form that the console reads, and begins with the version that this is. */
import { describe, expect, it } from 'vitest'
import { version } from '../../../package.json'
import text from './CHANGELOG.md?raw'
import { readChangelog } from './read-changelog'

const versions = readChangelog(text)

describe('CHANGELOG.md', () => {
  it('begins with this version, newer ones before older ones', () => {
    expect(versions[0]?.name).toBe(version)
    const dates = versions.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    for (const date of dates) expect(Number.isFinite(Date.parse(date)), date).toBe(true)
  })
  it('has nothing that the console would leave out: written again, it is the same', () => {
    const again = versions.flatMap(({ name, date, kinds }) => [
      `## [${name}] - ${date}`,
      ...kinds.flatMap(({ title, items }) => [`### ${title}`, ...items.map((item) => `- ${item}`)]),
    ])
    const written = text
      .slice(text.indexOf('\n## '))
      .trim()
      .replace(/\n {2}(?=\S)/g, ' ')
      .split(/\n+/)
    expect(again).toEqual(written)
  })
  it('is plain text with code between backticks, in kinds that everyone knows', () => {
    const known = ['Upgrading', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    for (const { kinds } of versions) {
      expect(kinds.map(({ title }) => known.indexOf(title))).toEqual(
        kinds.map(({ title }) => known.indexOf(title)).toSorted((a, b) => a - b),
      )
      for (const { title, items } of kinds) {
        expect(known).toContain(title)
        expect(items.length, title).toBeGreaterThan(0)
        for (const item of items) {
          expect(item.split('`').length % 2, item).toBe(1)
          expect(item.replaceAll(/`[^`]*`/g, '')).not.toMatch(/\*\*|\]\(|<|https?:/)
          expect(item).toMatch(/\.$/)
        }
      }
    }
  })
})
