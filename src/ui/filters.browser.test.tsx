/** A list's filters by themselves: when what is typed applies, and how it is taken away again. */
import { useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from './browser-harness'
import { Chips, ChoiceField, Filters, IdentifierField, NoMatch, SearchField } from './filters'

const onApply = vi.fn<(value: string) => void>()
const fields = { IdentifierField, SearchField } as const

interface MirrorProps {
  kind: keyof typeof fields
  hint?: string
  /** The value in the address at first. */
  at?: string
  isFreeText?: true
}

/** A field whose value is what it applied last, as an address would have it. */
function Mirror({ kind, hint, at = '', ...more }: MirrorProps) {
  const [value, setValue] = useState(at)
  const Field = fields[kind]
  const apply = (wanted: string) => {
    onApply(wanted)
    setValue(wanted)
  }
  return (
    <Filters name="Filters">
      <Field name="owner" label="Owner" value={value} hint={hint} onApply={apply} {...more} />
      <button type="button" onClick={() => setValue('back')}>
        Back
      </button>
    </Filters>
  )
}
const field = () => page.getByLabelText('Owner')
const text = () => (field().element() as HTMLInputElement).value // a text field
const applied = () => onApply.mock.calls.flat()
beforeEach(() => onApply.mockClear())
afterEach(() => void vi.useRealTimers())

describe('a field for an identifier', () => {
  it('applies on Enter, and not while it is typed', async () => {
    await draw(<Mirror kind="IdentifierField" />)
    await field().click()
    await userEvent.keyboard(' user-7 ')
    expect(applied()).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect([applied(), text()]).toEqual([['user-7'], 'user-7'])
    await userEvent.keyboard('{Enter}')
    expect(applied()).toEqual(['user-7']) // what is in force is not applied again
  })
  it('applies when it is left', async () => {
    await draw(<Mirror kind="IdentifierField" />)
    await field().click()
    await userEvent.keyboard('user-7{Tab}')
    expect(applied()).toEqual(['user-7'])
  })
  it('shows what came into force elsewhere instead of what was typed', async () => {
    await draw(<Mirror kind="IdentifierField" />)
    await field().click()
    await userEvent.keyboard('half')
    page
      .getByRole('button', { name: 'Back' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(field()).toHaveValue('back')
    expect(applied()).toEqual([])
  })
  it('has its hint in it, and as its description', async () => {
    await draw(<Mirror kind="IdentifierField" hint="filter[owner]" />)
    await expect.element(field()).toHaveAccessibleDescription('filter[owner]')
    await expect.element(field()).toHaveAttribute('placeholder', 'filter[owner]')
  })
})

describe('a field for free text', () => {
  it('applies once, when typing stops', async () => {
    await draw(<Mirror kind="SearchField" />)
    await field().click()
    vi.useFakeTimers()
    await userEvent.keyboard('oxi')
    vi.advanceTimersByTime(299)
    expect(applied()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(applied()).toEqual(['oxi'])
  })
  it('applies once on Enter, and not again when the time is over', async () => {
    await draw(<Mirror kind="SearchField" />)
    await field().click()
    vi.useFakeTimers()
    await userEvent.keyboard('oxi{Enter}')
    expect(applied()).toEqual(['oxi'])
    vi.advanceTimersByTime(1000)
    expect(applied()).toEqual(['oxi'])
  })
  it('keeps what was typed behind what was applied', async () => {
    await draw(<Mirror kind="SearchField" />)
    await field().click()
    await userEvent.keyboard('oxi {Enter}d')
    expect(text()).toBe('oxi d')
  })
  it('waits while a letter is composed', async () => {
    await draw(<Mirror kind="SearchField" />)
    await field().click()
    vi.useFakeTimers()
    compose('にほ')
    vi.advanceTimersByTime(1000)
    expect([applied(), text()]).toEqual([[], 'にほ'])
    endComposition()
    vi.advanceTimersByTime(299)
    expect(applied()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(applied()).toEqual(['にほ'])
  })
})

/** What a browser tells while keys compose letters. */
function compose(letters: string): void {
  const input = field().element() as HTMLInputElement // a text field
  input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, letters)
  const told = { bubbles: true, data: letters, inputType: 'insertCompositionText', isComposing: true }
  input.dispatchEvent(new InputEvent('input', told))
}
const endComposition = () =>
  field()
    .element()
    .dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))

const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'

async function paste(pasted: string): Promise<void> {
  await navigator.clipboard.writeText(pasted)
  await field().click()
  await userEvent.keyboard('{Control>}v{/Control}')
}
const hint = () => page.getByRole('status')

describe('a pasted ID', () => {
  it('loses what was copied with it, and the field says so', async () => {
    await draw(<Mirror kind="IdentifierField" />)
    await paste(`\u200b“${uuid.slice(0, 8)}\u00ad${uuid.slice(8)}”.`)
    expect([applied(), text()]).toEqual([[uuid], uuid])
    await expect
      .element(hint())
      .toHaveTextContent(/^Removed 2 invisible characters \(in the ID after character 8\), quotes, a final period\.$/)
    await userEvent.keyboard('{Tab}')
    await expect.element(hint()).toBeVisible()
    await field().click()
    await userEvent.keyboard('x')
    await expect.element(hint()).not.toBeInTheDocument()
  })
  it('is cleaned when it is typed, too', async () => {
    await draw(<Mirror kind="IdentifierField" />)
    await field().click()
    await userEvent.keyboard(`'user-7'{Enter}`)
    expect([applied(), text()]).toEqual([['user-7'], 'user-7'])
    await expect.element(hint()).toHaveTextContent('Removed quotes.')
  })
  it('of the customer’s own is only offered without them', async () => {
    await draw(<Mirror kind="IdentifierField" isFreeText />)
    await paste('“ann@shop.example”')
    expect(applied()).toEqual(['“ann@shop.example”'])
    await page.getByRole('button', { name: 'Use ann@shop.example instead' }).click()
    expect([applied().at(-1), text()]).toEqual(['ann@shop.example', 'ann@shop.example'])
    await expect.element(page.getByRole('button', { name: /^Use / })).not.toBeInTheDocument()
  })
  it('that the address has is offered without them', async () => {
    await draw(<Mirror kind="IdentifierField" at={`\u2060${uuid}`} />)
    await page.getByRole('button', { name: `Use ${uuid} instead` }).click()
    expect([applied(), text()]).toEqual([[uuid], uuid])
  })
  it('in a search is offered without them, other quotes are meant', async () => {
    await draw(<Mirror kind="SearchField" />)
    await paste('“Model 3”')
    await expect.element(page.getByRole('button', { name: /^Use / })).not.toBeInTheDocument()
    await field().fill('')
    await paste(`<${uuid}>`)
    expect(applied().at(-1)).toBe(`<${uuid}>`)
    await page.getByRole('button', { name: `Use ${uuid} instead` }).click()
    expect([applied().at(-1), text()]).toEqual([uuid, uuid])
  })
})

describe.each(['IdentifierField', 'SearchField'] as const)('%s', (kind) => {
  it('applies a paste at once', async () => {
    await draw(<Mirror kind={kind} />)
    await navigator.clipboard.writeText(' pasted ')
    await field().click()
    vi.useFakeTimers() // no time passes in which typing would have stopped
    await userEvent.keyboard('{Control>}v{/Control}')
    expect([text().trim(), applied()]).toEqual(['pasted', ['pasted']])
  })
  it('takes the Enter that ends a letter for no Enter', async () => {
    await draw(<Mirror kind={kind} />)
    await field().click()
    compose('に')
    const enter = { key: 'Enter', bubbles: true }
    field()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }))
    field()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }))
    expect(applied()).toEqual([])
    endComposition()
    field().element().dispatchEvent(new KeyboardEvent('keydown', enter))
    expect(applied()).toEqual(['に'])
  })
})

/** Presses Enter in the field right after React has hydrated it. The HTML is the test's own. */
function EnterAtOnce() {
  useLayoutEffect(() => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
    queueMicrotask(() => field().element().dispatchEvent(enter))
  }, [])
  return null
}

it.each(['IdentifierField', 'SearchField'] as const)('%s applies what was typed before hydration', async (kind) => {
  const part = (
    <>
      <Mirror kind={kind} />
      <EnterAtOnce />
    </>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(part)
  await field().fill('user-7')
  const root = hydrateRoot(container, part)
  try {
    await expect.poll(applied).toEqual(['user-7'])
    expect(text()).toBe('user-7')
  } finally {
    root.unmount()
    container.remove()
  }
})

it('a choice applies at once', async () => {
  const choices = [
    ['', 'any'],
    ['live', 'Live'],
  ] as const
  await draw(<ChoiceField name="mode" label="Mode" value="" choices={choices} onApply={onApply} />)
  await page.getByRole('combobox', { name: 'Mode' }).selectOptions('Live')
  expect(applied()).toEqual(['live'])
})

it('a choice that the browser renders with a value applies nothing', async () => {
  const choices = [
    ['', 'any'],
    ['live', 'Live'],
  ] as const
  await draw(<ChoiceField name="mode" label="Mode" value="live" choices={choices} onApply={onApply} />)
  await expect.element(page.getByRole('combobox', { name: 'Mode' })).toHaveValue('live')
  expect(applied()).toEqual([])
})

describe('the chips of what is in force', () => {
  const chips = [
    { name: 'a', label: 'Owner', value: 'user-7', without: { b: '2' } },
    { name: 'b', label: 'Mode', value: 'live', without: { a: '1' } },
  ]
  const hrefs = () =>
    page
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'))
  it('each leads to the list without it, the last to one without any', async () => {
    await draw(<Chips chips={chips} clear={{ size: '50' }} />, '/?a=1&b=2')
    const list = page.getByRole('list', { name: 'Active filters' })
    await expect.element(list.getByRole('link', { name: 'Clear filter Owner: user-7' })).toBeVisible()
    await expect.element(list.getByRole('link', { name: 'Clear all filters' })).toBeVisible()
    expect(hrefs()).toEqual(['/?b=2', '/?a=1', '/?size=50'])
  })
  it('of one there is nothing to clear all at once, of none no list', async () => {
    const { drawAgain } = await draw(<Chips chips={chips.slice(0, 1)} clear={{}} />)
    await expect.element(page.getByRole('list')).toBeVisible()
    expect(hrefs()).toEqual(['/?b=2'])
    await drawAgain(<Chips chips={[]} clear={{}} />)
    await expect.element(page.getByRole('list')).not.toBeInTheDocument()
  })
  it('take one away where they are followed', async () => {
    const { router } = await draw(<Chips chips={chips} clear={{}} />, '/?a=1&b=2')
    await page.getByRole('link', { name: 'Clear filter Mode: live' }).click()
    await vi.waitFor(() => expect(router.history.location.search).toBe('?a=1'))
  })
  it('lead out where nothing matches', async () => {
    await draw(<NoMatch text="Nothing matches" chips={chips} clear={{ size: '50' }} />, '/?a=1&b=2')
    await expect.element(page.getByRole('link', { name: 'Clear 2 filters' })).toHaveAttribute('href', '/?size=50')
  })
})
