/** The two pagers by themselves: where their links lead, and what they say where there is no such page. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PageLink } from '../api/links'
import { draw } from './browser-harness'
import { CursorPager } from './cursor-pager'
import { Pager } from './pager'

const onSize = vi.fn<(size: number) => void>()
const onFollow = vi.fn()
const none: PageLink = { kind: 'none' }
const to = (number: number): PageLink => ({
  kind: 'page',
  number,
  size: 10,
  search: { 'filter[make]': 'Oxid', 'page[number]': String(number) },
})
const link = (name: string) => page.getByRole('link', { name, exact: true })
const queryOf = (name: string) => {
  const href = link(name).element().getAttribute('href')
  return href === null ? null : decodeURIComponent(href)
}
const sizes = () => [...document.querySelectorAll('option')].map(({ text }) => text)

beforeEach(() => {
  onSize.mockClear()
  onFollow.mockClear()
})

describe('the pager', () => {
  const paging = {
    pageNumber: 2,
    pageSize: 10,
    totalCount: 1234,
    orderBy: 'createdAt',
    orderDirection: 'DESC',
    links: {},
  }
  const pager = (more: Partial<Parameters<typeof Pager>[0]> = {}) => (
    <Pager
      paging={paging as never} // its links are read apart
      links={{ first: to(1), prev: to(1), next: to(3), last: to(124) }}
      shown={10}
      sizes={[10, 25]}
      onSize={onSize}
      onFollow={onFollow}
      {...more}
    />
  )
  it('says which rows they are, of how many, and in which order', async () => {
    const { drawAgain } = await draw(pager())
    await expect.element(page.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('Sorted by createdAt DESC')
    await expect.element(page.getByRole('status')).toHaveTextContent('11–20 of 1,234')
    await drawAgain(pager({ paging: { ...paging, totalCount: undefined } as never /* as above */, shown: 3 }))
    await expect.element(page.getByRole('status')).toHaveTextContent('11–13 of an unknown number')
    await drawAgain(pager({ shown: 0 }))
    await expect.element(page.getByRole('status')).toHaveTextContent('0 of 1,234')
  })
  it('says nothing of rows that are not there yet', async () => {
    const { drawAgain } = await draw(pager({ paging: { ...paging, totalCount: 0 } as never, shown: undefined }))
    expect(page.getByRole('status').element().textContent).toBe('')
    await drawAgain(pager())
    await expect.element(page.getByRole('status')).toHaveTextContent('11–20 of 1,234')
  })
  it('says of a link that leads to the page on screen that it does', async () => {
    const { drawAgain } = await draw(pager())
    await expect.element(link('First page')).not.toHaveAttribute('aria-current')
    await drawAgain(
      pager({
        paging: { ...paging, pageNumber: 1 } as never /* as above */,
        links: { first: to(1), prev: none, next: none, last: to(1) },
      }),
    )
    for (const name of ['First page', 'Last page']) {
      await expect.element(link(name)).toHaveAttribute('aria-current', 'page')
      expect(queryOf(name)).toContain('page[number]=1')
    }
  })
  it('links to each page with the filters in force', async () => {
    await draw(pager())
    await expect.element(link('Next page')).toBeVisible()
    const names = ['First page', 'Previous page', 'Next page', 'Last page']
    expect(names.map(queryOf)).toEqual([1, 1, 3, 124].map((number) => `/?filter[make]=Oxid&page[number]=${number}`))
  })
  it('goes there, and says so to who asked', async () => {
    const { router } = await draw(pager())
    await link('Next page').click()
    await vi.waitFor(() => expect(decodeURIComponent(router.history.location.search)).toContain('page[number]=3'))
    expect(onFollow.mock.calls).toEqual([[{ 'filter[make]': 'Oxid', 'page[number]': '3' }]])
  })
  it('keeps a link in its place where there is no such page: disabled, without an address', async () => {
    await draw(pager({ links: { first: to(1), prev: to(1), next: none, last: none } }))
    await expect.element(link('Next page')).toHaveAttribute('aria-disabled', 'true')
    expect([queryOf('Next page'), queryOf('Last page')]).toEqual([null, null])
    await expect.element(link('Next page')).toHaveAccessibleDescription('')
    await expect.element(link('Previous page')).not.toHaveAttribute('aria-disabled')
  })
  it.each([
    { kind: 'contradiction', name: 'filter[make]', value: 'Other' },
    { kind: 'unreadable', link: '?page=x' },
  ] as const)('says why a link cannot be followed: $kind', async (wrong) => {
    const { router } = await draw(pager({ links: { first: to(1), prev: to(1), next: wrong, last: to(124) } }), '/?at=2')
    await expect.element(link('Next page')).toHaveAccessibleDescription('The API’s link can’t be followed')
    expect(queryOf('Next page')).toBeNull()
    await import('./reason') // what shows it comes with the first link that needs it
    link('Previous page').element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(link('Next page')).toHaveFocus()
    await expect.element(page.getByRole('tooltip')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect([router.history.location.search, onFollow.mock.calls]).toEqual(['?at=2', []])
  })
  it('offers the sizes, and the one in force among them', async () => {
    const { drawAgain } = await draw(pager())
    const size = page.getByRole('combobox', { name: 'Rows per page' })
    await expect.element(size).toHaveValue('10')
    expect(sizes()).toEqual(['10', '25'])
    await size.selectOptions('25')
    expect(onSize.mock.calls).toEqual([[25]])
    await drawAgain(pager({ paging: { ...paging, pageSize: 17 } as never /* as above */ }))
    await expect.element(size).toHaveValue('17')
    expect(sizes()).toEqual(['10', '17', '25'])
  })
})

describe('the pager of a list without a total', () => {
  const pager = (more: Partial<Parameters<typeof CursorPager>[0]> = {}) => (
    <CursorPager
      one="record"
      shown={25}
      newest={undefined}
      older={{ before: 'c-7' }}
      size={25}
      sizes={[25, 50]}
      onSize={onSize}
      {...more}
    />
  )
  it('at the newest leads to what is older alone', async () => {
    await draw(pager())
    await expect.element(page.getByRole('status')).toHaveTextContent('25 records, newest first')
    await expect.element(link('Newest')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(link('Older')).toHaveAttribute('rel', 'next')
    expect([queryOf('Newest'), queryOf('Older')]).toEqual([null, '/?before=c-7'])
  })
  it('at the end leads back to the newest alone', async () => {
    await draw(pager({ newest: { make: 'Oxid' }, older: undefined, shown: 1 }))
    await expect.element(page.getByRole('status')).toHaveTextContent('1 record, older')
    await expect.element(link('Older')).toHaveAttribute('aria-disabled', 'true')
    expect([queryOf('Newest'), queryOf('Older')]).toEqual(['/?make=Oxid', null])
  })
  it('offers the sizes, and the one in force among them', async () => {
    await draw(pager({ size: 40 }))
    const size = page.getByRole('combobox', { name: 'Rows per page' })
    await expect.element(size).toHaveValue('40')
    expect(sizes()).toEqual(['25', '40', '50'])
    await size.selectOptions('50')
    expect(onSize.mock.calls).toEqual([[50]])
  })
})
