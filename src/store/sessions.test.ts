/** Sign-ins in the store: begun, used, signed out for good, heard of, and erased once they have ended. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sqlEngines, storeOf } from './harness'
import { createSessions, type Sessions } from './sessions'

const HOUR = 3_600_000
const signOut = { at: new Date(), usedSince: new Date(), isToContinue: false }

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let sessions: Sessions
  beforeAll(async () => {
    sessions = createSessions(store)
  }, 30_000)
  const some = (begunAt = new Date(), endsAt = new Date(begunAt.getTime() + 12 * HOUR)) => ({
    ...{ id: randomUUID(), subject: 'operator-1', begunAt, endsAt },
  })

  it('knows a session that was begun, and its last use', async () => {
    const session = some(new Date('2026-01-01T08:00:00.123Z'))
    expect(await sessions.read(session.id)).toBeUndefined()
    await sessions.begin(session, 'operator')
    expect(await sessions.read(session.id)).toEqual({ usedAt: session.begunAt, isRevoked: false })
    const later = new Date('2026-01-01T09:00:00Z')
    await sessions.use(session.id, later)
    await sessions.use(session.id, new Date('2026-01-01T08:30:00Z'))
    expect(await sessions.read(session.id)).toEqual({ usedAt: later, isRevoked: false })
  })
  it('signs out for good, also what was never begun, and tells who listens', async () => {
    const heard: string[] = []
    await sessions.listen((id) => heard.push(id))
    const [begun, unknown] = [some(), some()]
    await sessions.begin(begun, 'operator')
    for (const session of [begun, unknown, begun]) await sessions.revoke(session, signOut)
    for (const { id } of [begun, unknown]) expect(await sessions.read(id)).toMatchObject({ isRevoked: true })
    await vi.waitFor(() => expect(heard).toEqual([begun.id, unknown.id, begun.id]))
    await expect(sessions.begin(unknown, 'operator')).rejects.toThrow()
    await sessions.use(begun.id, new Date(Date.now() + HOUR))
    expect(await sessions.read(begun.id)).toMatchObject({ isRevoked: true })
  })
  it('erases those that have ended for an hour, signed out or not', async () => {
    const ended = some(new Date(), new Date(Date.now() - 2 * HOUR))
    const signedOut = some(new Date(), new Date(Date.now() - 2 * HOUR))
    const [young, running] = [some(new Date(), new Date(Date.now() - HOUR / 2)), some()]
    for (const session of [ended, young, running]) await sessions.begin(session, 'operator')
    for (const session of [signedOut, running]) await sessions.revoke(session, signOut)
    await sessions.forget()
    const left = await Promise.all([ended, signedOut, young, running].map(({ id }) => sessions.read(id)))
    expect(left.map((one) => one?.isRevoked)).toEqual([undefined, undefined, false, true])
  })
})
