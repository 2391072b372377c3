/** For tests of jobs in Node: what a component would see, a clock and a sign-in by hand. Imported before what uses them. */
import { afterEach, beforeEach, vi } from 'vitest'

vi.mock('react', async () => (await import('../../core/react-harness')).reactOutsideComponents())
const operator = vi.hoisted(() => ({ signInAgain: () => {} }))
vi.mock('../../core/operator', () => ({
  onSignedInAgain: (listener: () => void) => {
    operator.signInAgain = listener
  },
}))
const { nextAccount } = await import('../../core/account')

export const signInAgain = () => operator.signInAgain()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  nextAccount(null)
  vi.useRealTimers()
})
