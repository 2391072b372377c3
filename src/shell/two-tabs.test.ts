/** Messages between tabs: received by those of the same provider and operator, once, and never sent on. */
import { setTimeout as later } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTabMessages, postTabMessage } from '../core/tab-messages'

/** What a component would see. */
vi.mock('react', async () => (await import('../core/react-harness')).reactOutsideComponents())
const { handleTabMessage } = await import('./handle-tab-messages')
const { removals, useRemovals } = await import('../changes/removal')
const { dismissAccount, nextAccount, useAccount } = await import('../core/account')
const { followAccount } = await import('../core/account-queries')

const service = ['https://data.example', 'https://vehicle.example', 'https://management.example']
const closing: (() => void)[] = []

/** Another tab, by what it receives; this one can send its own messages only. */
async function openAnother(hosts: readonly string[], operator?: string): Promise<unknown[]> {
  vi.resetModules()
  const other: typeof import('../core/tab-messages') = await import('../core/tab-messages')
  const received: unknown[] = []
  closing.push(other.openTabMessages(hosts, operator, (message) => received.push(message)))
  return received
}

afterEach(() => {
  for (const close of closing.splice(0)) close()
  nextAccount(null)
  vi.unstubAllGlobals()
})

describe('a message', () => {
  it('reaches the tabs of this provider and operator alone; a sign-in all of this provider', async () => {
    const same = await openAnother(service, 'Operator One')
    const otherOperator = await openAnother(service, 'Operator Two')
    const withoutOperator = await openAnother(service)
    const otherService = await openAnother([...service, 'x'], 'Operator One')
    closing.push(openTabMessages(service, 'Operator One', () => undefined))
    postTabMessage({ about: 'tokens' })
    postTabMessage({ about: 'sign-in' })
    await vi.waitFor(() => expect([same.length, otherOperator.length, withoutOperator.length]).toEqual([2, 1, 1]))
    expect(same).toEqual(expect.arrayContaining([{ about: 'tokens' }, { about: 'sign-in' }]))
    expect([otherOperator, withoutOperator]).toEqual([[{ about: 'sign-in' }], [{ about: 'sign-in' }]])
    expect(otherService).toEqual([])
  })
  it('goes nowhere while no channel is open', () => {
    expect(postTabMessage({ about: 'tokens' })).toBeUndefined()
  })
})

describe('a received message', () => {
  const client = () => {
    const client = { invalidateQueries: vi.fn(), resetQueries: vi.fn() }
    const queryClient = client as never // what is used of it
    return { ...client, queryClient, handleTabMessage: (message: unknown) => handleTabMessage(message, queryClient) }
  }
  it('of other tokens drops all that was loaded, notices of removals too', () => {
    const { handleTabMessage, resetQueries, queryClient } = client()
    closing.push(followAccount(queryClient, false))
    const removal = { phase: 'ended', outcome: 'removed', detail: '', subject: 'c-1', id: 'c-1', at: 1 } as const
    removals.set(() => ({ 'DELETE c-1': { ...removal, operation: 'DELETE' } }))
    const { heard } = useAccount()
    handleTabMessage({ about: 'tokens' })
    expect(useRemovals()).toEqual({})
    expect(useAccount()).toMatchObject({ heard: heard + 1, isSaid: true })
    dismissAccount()
    expect(useAccount().isSaid).toBe(false)
    expect(resetQueries).toHaveBeenCalledTimes(1)
  })
  it('that is none of a tab changes nothing, whatever it is', async () => {
    const { handleTabMessage, invalidateQueries, resetQueries } = client()
    const { heard } = useAccount()
    const about = fc.constantFrom('removal', 'removals over', 'token', '__proto__', 7)
    const wrong = fc.oneof(fc.anything(), fc.record({ about, account: fc.anything() }, { requiredKeys: [] }))
    fc.assert(
      fc.property(wrong, (message) => {
        handleTabMessage(message)
        return true
      }),
      { numRuns: 2000 },
    )
    await later(0)
    expect([invalidateQueries.mock.calls.length, resetQueries.mock.calls.length]).toEqual([0, 0])
    expect(useAccount().heard).toBe(heard)
  })
})
