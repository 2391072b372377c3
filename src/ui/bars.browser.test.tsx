/** Bars of counts: as long as what they count, with the same numbers as words; hostile ones draw nothing beyond them. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Bar, Bars } from './bars'
import { draw } from './browser-harness'

const bar = (name: string, live?: number, simulated?: number): Bar => ({ name, live, simulated })
const table = () => page.getByRole('table', { name: 'Makes' })
const rowsOf = () =>
  table()
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
/** The widths of the drawn parts of each row, in hundredths. */
const widthsOf = () =>
  table()
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => Number.parseFloat(style.width)))

describe('bars', () => {
  it('are as long as what they count, the longest whole, with its numbers', async () => {
    await draw(<Bars name="Makes" bars={[bar('Kia', 60, 20), bar('Fiat', 40, 0)]} />)
    expect(rowsOf()).toEqual([
      ['Kia', '20 simulated', '80'],
      ['Fiat', '', '40'],
    ])
    expect(widthsOf()).toEqual([
      [75, 25],
      [50, 0],
    ])
  })
  it('of nothing, of very many, and of what is no number, stay within their row', async () => {
    const hostile = [
      bar('None', 0, 0),
      bar('Many', 1e9, 0),
      bar('Not a number', Number.NaN, Number.NaN),
      bar('Endless', Number.POSITIVE_INFINITY, 2),
      bar('Less than nothing', -5, -0),
      bar('Missing'),
      bar('Half missing', undefined, 7),
    ]
    await draw(<Bars name="Makes" bars={hostile} />)
    expect(rowsOf()).toEqual([
      ['None', '', '0'],
      ['Many', '', '1,000,000,000'],
      ['Not a number', '', 'Unknown'],
      ['Endless', '2 simulated', '2'],
      ['Less than nothing', '', '0'],
      ['Missing', '', 'Unknown'],
      ['Half missing', '7 simulated', '7'],
    ])
    for (const widths of widthsOf()) {
      expect(widths.every((width) => width >= 0 && width <= 100)).toBe(true)
    }
    expect(widthsOf()[1]).toEqual([100, 0])
  })
  it('of a longer scale than their own leave room; none is longer than its row', async () => {
    await draw(<Bars name="Makes" most={100} bars={[bar('Kia', 50, 0), bar('Fiat', 400, 0)]} />)
    expect(widthsOf()).toEqual([
      [50, 0],
      [100, 0],
    ])
  })
  it('that lead somewhere do so wherever they are pressed, and a long name stays in its row', async () => {
    const name = '\u202Eمركز <b>'.repeat(60)
    await draw(
      <div style={{ width: 300 }}>
        <Bars
          name="Makes"
          bars={[bar(name, 3, 1)]}
          title={(one) => (
            <a href="#there">
              <bdi>{one.name}</bdi>
            </a>
          )}
        />
      </div>,
    )
    const link = page.getByRole('link')
    const { left, top, height } = link.element().closest('th')?.getBoundingClientRect() ?? new DOMRect()
    expect(document.elementFromPoint(left + 150, top + height / 2)?.closest('a')).toBe(link.element())
    expect(height).toBe(24)
    expect(table().element().getBoundingClientRect().width).toBeLessThanOrEqual(300)
  })
})
