/** Saved views in the store: whose they are, who sees them, how many there may be, and what is none. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MOST_SHARED } from '../api/team-views'
import { MOST_ADDRESS, MOST_NAME, MOST_VIEWS } from '../api/view-address'
import { copyStore } from './backup-harness'
import { newRealm, openTestStore, sqlEngines, storeOf } from './harness'
import { createViews, type Views } from './views'

const ann = { subject: 'id-ann', name: 'Ann' }
const bob = { subject: 'id-bob', name: 'Bob' }
const view = (name: string, isShared = false, address = '/users?q=a') => ({ name, address, isShared })

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let views: Views
  let realm: number
  beforeEach(async () => {
    realm = await newRealm(store)
    views = createViews(store, realm)
  })
  const names = async ({ subject }: { subject: string }, of = views) =>
    (await of.list(subject)).map(({ name, isOwn }) => [name, isOwn])
  const idOf = async ({ subject }: { subject: string }, name: string) =>
    (await views.list(subject)).find((one) => one.name === name && one.isOwn)?.id ?? expect.fail(`no ${name}`)
  /** Many at once, as if one after the other had been saved. */
  const fill = (count: number, subject: string, isShared: boolean) =>
    store.query(
      `INSERT INTO views (id, realm, subject, name, address, shared)
       SELECT gen_random_uuid(), $1, $2 || (n / ${MOST_VIEWS}), 'view ' || n, '/users', $3 FROM generate_series(0, $4::integer - 1) AS n`,
      [realm, subject, isShared, count],
    )

  it('are their owner’s, until they are shared: then all see them, with whose they are', async () => {
    expect(await views.save(ann, view(' Mine '))).toBeUndefined()
    await views.save(ann, view('Ours', true, '/vehicles?make=KIA'))
    await views.save(bob, view('Mine'))
    expect(await names(ann)).toEqual([
      ['Mine', true],
      ['Ours', true],
    ])
    expect(await views.list(bob.subject)).toMatchObject([
      { name: 'Mine', isOwn: true, owner: 'Bob', isShared: false },
      { name: 'Ours', isOwn: false, owner: 'Ann', isShared: true, address: '/vehicles?make=KIA' },
    ])
  })
  it('have a name once: the same again replaces it, and can take it back', async () => {
    await views.save(ann, view('One', true))
    await views.save(bob, view('One', true))
    expect(await names(bob)).toEqual([
      ['One', true],
      ['One', false],
    ])
    const id = await idOf(ann, 'One')
    await views.save({ ...ann, name: 'Ann B.' }, view('One', false, '/webhooks'))
    expect(await views.list(ann.subject)).toMatchObject([
      { id, owner: 'Ann B.', address: '/webhooks', isShared: false },
      { owner: 'Bob' },
    ])
    expect(await names(bob)).toEqual([['One', true]])
  })
  it('are removed by nobody else', async () => {
    await views.save(ann, view('Ours', true))
    const id = await idOf(ann, 'Ours')
    expect([await views.remove(bob.subject, id), await views.remove('', id)]).toEqual([false, false])
    expect(await names(bob)).toEqual([['Ours', false]])
    expect([await views.remove(ann.subject, id), await views.remove(ann.subject, id)]).toEqual([true, false])
    expect(await names(bob)).toEqual([])
  })
  it('of one realm are in no other', async () => {
    await views.save(ann, view('Ours', true))
    const id = await idOf(ann, 'Ours')
    const others = createViews(store, await newRealm(store))
    expect([await names(ann, others), await names(bob, others)]).toEqual([[], []])
    expect(await others.remove(ann.subject, id)).toBe(false)
    expect(await others.save(ann, view('Ours', true))).toBeUndefined()
    expect(await views.remove(ann.subject, id)).toBe(true)
    expect(await names(ann, others)).toEqual([['Ours', true]])
  })
  it.each([
    view(''),
    view(' \t '),
    view('x'.repeat(MOST_NAME + 1)),
    view('a\0b'),
    view('a\ud800'),
    view('x', true, 'https://evil.example/'),
    view('x', true, '//evil.example'),
    view('x', true, '/\\evil.example'),
    view('x', true, 'javascript:alert(1)'),
    view('x', true, '/\t/evil.example'),
    view('x', true, `/${'a'.repeat(MOST_ADDRESS)}`),
    view('x', true, '/a\ud800'),
    view('x', true, '/a#b'),
  ])('are no %j', async (one) => {
    expect(await views.save(ann, one)).toBe('invalid')
    expect(await names(ann)).toEqual([])
  })
  it('are so many of one owner, and replaced even then', async () => {
    await fill(MOST_VIEWS - 1, 'id-', false) // of the owner “id-0”
    const owner = { subject: 'id-0', name: null }
    const saved = await Promise.all(['a', 'b', 'c'].map((name) => views.save(owner, view(name))))
    expect(saved.filter((fault) => fault === undefined)).toHaveLength(1)
    expect(saved.filter((fault) => fault === 'full')).toHaveLength(2)
    expect(await views.save(owner, view('view 7', false, '/webhooks'))).toBeUndefined()
    expect(await views.save(ann, view('d'))).toBeUndefined()
    expect(await names(owner)).toHaveLength(MOST_VIEWS)
  })
  it('are so many shared ones of all, beside which each keeps their own', async () => {
    await fill(MOST_SHARED, 'id-', true)
    expect(await views.save(ann, view('Ours', true))).toBe('full shared')
    expect(await views.save(ann, view('Ours'))).toBeUndefined()
    expect(await views.save({ subject: 'id-0', name: null }, view('view 1', true))).toBeUndefined()
    expect(await names(ann)).toHaveLength(MOST_SHARED + 1)
  })
  it('are part of a backup', async () => {
    await views.save(ann, view('Ours “1”', true))
    const [before, another] = [await views.list(bob.subject), await openTestStore(engine)]
    await copyStore(store, another)
    expect(await createViews(another, realm).list(bob.subject)).toEqual(before)
    await another.close()
  })
})
