/** A pasted ID loses what was added to it, and a clean one loses nothing. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanId } from './clean-id'

const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
const invisible = ['\u00ad', ...codes(0x200b, 0x200f), ...codes(0x202a, 0x202e), ...codes(0x2060, 0x2069), '\ufeff']
const quotes = ['"', "'", '`', '´', '‘', '’', '“', '”', '„', '«', '»', '‹', '›', '<', '>']
const clean = fc.stringMatching(/^[\w-]{1,40}$/)
const noise = fc.array(fc.constantFrom(...invisible), { maxLength: 4 }).map((all) => all.join(''))
const wrapping = fc.array(fc.constantFrom(...quotes, ...invisible, ' ', '\u00a0', '\n'), { maxLength: 5 })
const ending = fc.array(fc.constantFrom(...quotes, ...invisible, ' ', '.'), { maxLength: 5 })

function codes(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index))
}

describe('cleaning an ID', () => {
  it('leaves a clean one as it is', () => {
    fc.assert(
      fc.property(fc.oneof(clean, fc.uuid(), fc.constantFrom('a.b', 'ABC:1/2', '007', "O'Brien", 'ü', '車')), (id) => {
        expect(cleanId(id)).toEqual({ id, invisible: 0, insideAt: [], hadQuotes: false, hadPeriod: false })
      }),
    )
  })
  it('finds it again, whatever is around it and however many invisible characters are in it', () => {
    fc.assert(
      fc.property(
        wrapping,
        fc.array(fc.tuple(clean, noise), { minLength: 1, maxLength: 4 }),
        ending,
        (start, id, end) => {
          const text = [...start, ...id.flat(), ...end].join('')
          expect(cleanId(text).id).toBe(id.map(([part]) => part).join(''))
          expect(cleanId(text).invisible).toBe([...text].filter((one) => invisible.includes(one)).length)
        },
      ),
    )
  })
  it('changes nothing the second time, whatever the text', () => {
    const part = fc.constantFrom(...quotes, ...invisible, '.', ' ', 'a', '7')
    const wrapped = fc.array(part, { maxLength: 12 }).map((all) => all.join(''))
    const texts = [...fc.sample(fc.string(), 100), ...fc.sample(wrapped, 400)]
    const ids = texts.map((text) => cleanId(text).id)
    const unchanged = ids.map((id) => ({ id, invisible: 0, insideAt: [], hadQuotes: false, hadPeriod: false }))
    expect(ids.map(cleanId)).toEqual(unchanged)
  })
  it('says what it removed, and where in the ID invisible characters were', () => {
    expect(cleanId(`\u200b“${uuid.slice(0, 8)}\u200b\u00ad${uuid.slice(8)}”.`)).toEqual({
      ...{ id: uuid, invisible: 3, insideAt: [8], hadQuotes: true, hadPeriod: true },
    })
  })
  it('leaves a text of quotes and periods alone, and makes nothing of invisible characters alone', () => {
    expect([cleanId('“.”').id, cleanId('..').id, cleanId('\u200b').id, cleanId('').id]).toEqual(['“.”', '..', '', ''])
  })
  it('takes a long text of quotes in linear time', () => {
    const text = `${'"'.repeat(200_000)}a`.repeat(2)
    expect(cleanId(text).id).toHaveLength(200_002)
  })
})
