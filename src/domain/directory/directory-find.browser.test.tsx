/** What the team's directory finds for what is typed: one question at a time, once typing stops. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { nextAccount } from '../../core/account'
import { useDirectoryFound } from './directory-find'
import { someUser } from './directory-fixtures'

/** The texts that were asked for, and those whose answer nobody waits for any more. */
const asked: string[] = []
const aborted: string[] = []
let answer = async (q: string): Promise<Response> =>
  Response.json({ users: [someUser(`of ${q}`)], vehicles: [], connections: [] })

function Found({ text }: { text: string }) {
  return <output>{useDirectoryFound(text)?.users[0]?.id ?? 'nothing'}</output>
}
const within = (text: string) => <Found text={text} />
const said = () => document.querySelector('output')?.textContent
/** Lets the time pass that the search waits after the last letter. */
const stopTyping = () => vi.advanceTimersByTime(150)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await nextAccount(null)
  asked.length = 0
  aborted.length = 0
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const q = new URL(address, 'http://console.test').searchParams.get('q') ?? ''
    asked.push(q)
    signal.addEventListener('abort', () => aborted.push(q))
    const response = await answer(q)
    signal.throwIfAborted()
    return response
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks for the text that stands, not for each letter of it', async () => {
  const { rerender } = await render(within('ca'))
  for (const text of ['cas', 'cast', ' castle ']) {
    vi.advanceTimersByTime(149)
    await rerender(within(text))
  }
  stopTyping()
  await expect.poll(said).toBe('of castle')
  expect(asked).toEqual(['castle'])
})
it('shows what equals the text before what contains it has been found', async () => {
  const given = answer
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const found = (isEqual: boolean, ...ids: string[]) =>
    Response.json({ isEqual, users: ids.map((id) => someUser(id)), vehicles: [], connections: [] })
  answer = async () => {
    if (asked.length < 2) return found(true, 'castle')
    await held
    return found(false, 'newcastle', 'castle')
  }
  function AllFound() {
    return (
      <output>
        {useDirectoryFound('castle')
          ?.users.map(({ id }) => id)
          .join(' ')}
      </output>
    )
  }
  await render(<AllFound />)
  stopTyping()
  await expect.poll(said).toBe('castle')
  await expect.poll(() => asked).toEqual(['castle', 'castle'])
  release()
  await expect.poll(said).toBe('castle newcastle')
  answer = given
})
it('gives up what was asked before, and shows nothing of it', async () => {
  const given = answer
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async (q) => {
    if (q === 'slow') await held
    return given(q)
  }
  const { rerender } = await render(within('slow'))
  stopTyping()
  await expect.poll(() => asked).toEqual(['slow'])
  await rerender(within('next'))
  expect(aborted).toEqual(['slow'])
  release()
  stopTyping()
  await expect.poll(said).toBe('of next')
  await rerender(within('slo'))
  expect(said()).toBe('nothing')
  answer = given
})
it('sends nothing for a single letter, or after it was refused', async () => {
  const given = answer
  const refusal = Response.json({ errors: [{ type: 'GATEWAY', code: 'STORE_UNAVAILABLE' }] }, { status: 503 })
  const read = vi.spyOn(refusal, 'text')
  answer = async () => refusal
  const { rerender, unmount } = await render(within('x'))
  await rerender(within('y'.repeat(201)))
  stopTyping()
  await rerender(within('refused'))
  stopTyping()
  await expect.poll(() => asked).toEqual(['refused'])
  await expect.poll(() => read.mock.settledResults).toMatchObject([{ type: 'fulfilled' }])
  await rerender(within('again'))
  stopTyping()
  expect([asked, said()]).toEqual([['refused'], 'nothing'])
  await unmount()
  answer = given
})
