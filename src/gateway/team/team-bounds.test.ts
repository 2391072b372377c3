/** The limits of the team's store are in the server's README and in Help as they are in the code. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { boundInWords, reachedBound, teamBounds } from '../../api/team-bounds'

const readme = readFileSync('src/gateway/README.md', 'utf8')
const manual = readFileSync('src/shell/help/manual.data.ts', 'utf8')

it.each(Object.entries(teamBounds))('says the limits of %s', (name, { owner, all }) => {
  const inWords = (most: number) => (name === 'resultBytes' ? `${most / 1024 ** 3} GB` : most.toLocaleString('en-US'))
  expect(readme).toMatch(new RegExp(`\\| ${inWords(owner)} +\\| ${inWords(all)} +\\|`))
  expect(manual).toContain(inWords(owner))
  expect(manual).toContain(inWords(all))
})

it('is refused in a sentence that says what makes room', () => {
  expect(boundInWords(reachedBound('toldSubscriptions', 'all'))).toBe(
    'The limit is 50,000 subscriptions that only browsers know of for all together. Check their status: what the server has seen itself doesn’t count.',
  )
})
