/** The list of keys is heard in words: what a screen reader would leave out is said. */
import { expect, it } from 'vitest'
import { placesFor, shortcutsFor } from './shortcuts'
import { spoken } from './texts'

it('has words for every sign', () => {
  const said = shortcutsFor(placesFor(true, { hasReceiver: true })).map(({ keys }) => spoken(keys))
  expect(said.filter((words) => !/^[\w ]+$/.test(words))).toEqual([])
  expect(said).toContain('left bracket')
})
