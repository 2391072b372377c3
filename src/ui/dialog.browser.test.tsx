/** A dialog and a confirmation by themselves: where the focus goes, and what closes and confirms them. */
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from './browser-harness'
import { Confirm } from './confirm'
import { Dialog } from './dialog'
import { SidePanel } from './side-panel'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const onConfirm = vi.fn()

/** A list whose items are removed by a confirmation each. */
function List({ wait }: { wait?: string }) {
  const [items, setItems] = useState(['one', 'two'])
  const [removed, setRemoved] = useState<string>()
  return (
    <main>
      <h1>Things</h1>
      <section aria-label="The list">
        <ul>
          {items.map((item) => (
            <li key={item}>
              <button type="button" onClick={() => setRemoved(item)}>
                Remove {item}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {removed && (
        <Confirm
          title={`Remove ${removed}?`}
          verb="Remove"
          wait={wait}
          onCancel={() => setRemoved(undefined)}
          onConfirm={() => {
            onConfirm(removed)
            setItems((old) => old.filter((item) => item !== removed))
            setRemoved(undefined)
          }}
        >
          <p>It cannot be undone.</p>
        </Confirm>
      )}
    </main>
  )
}
const dialog = (name: string) => page.getByRole('dialog', { name })
/** Draws the list, and asks to remove one of it. */
async function choose(item: string, wait?: string) {
  await draw(<List wait={wait} />)
  await button(`Remove ${item}`).click()
}
/** The question is gone, its opener has the focus, and nothing was removed. */
async function expectCancelled(item: string) {
  await expect.element(dialog(`Remove ${item}?`)).not.toBeInTheDocument()
  await expect.element(button(`Remove ${item}`)).toHaveFocus()
  expect(onConfirm).not.toHaveBeenCalled()
}

beforeEach(() => onConfirm.mockClear())

it('takes the focus to Cancel, keeps it within, and gives it back to its opener on Escape', async () => {
  await choose('two')
  await expect.element(dialog('Remove two?')).toBeVisible()
  await expect.element(button('Cancel')).toHaveFocus()
  expect(dialog('Remove two?').element().matches(':modal')).toBe(true)
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Remove')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectCancelled('two')
})
it('Enter where it opens cancels, for Cancel has the focus', async () => {
  await choose('one')
  await expect.element(button('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectCancelled('one')
})
it('a confirmed removal that takes its opener with it leaves the focus in the part that held it', async () => {
  await choose('one')
  await button('Remove').click()
  expect(onConfirm.mock.calls).toEqual([['one']])
  await expect.element(button('Remove one')).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'The list' })).toHaveFocus()
})
it('the second click of a double click confirms nothing', async () => {
  await choose('one')
  await button('Remove').dblClick()
  expect(onConfirm).toHaveBeenCalledTimes(1) // the first click is one
  onConfirm.mockClear()
  await button('Remove two').click()
  await expect.element(button('Remove')).toBeVisible()
  button('Remove')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  expect(onConfirm).not.toHaveBeenCalled()
})
it('what cannot be confirmed yet says why, can be reached, and does nothing', async () => {
  await choose('one', 'Type it first')
  await expect.element(button('Remove')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Remove')).toHaveAccessibleDescription('Type it first')
  await import('./reason') // what shows it comes with the first button that needs it
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Remove')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Type it first')
  expect(onConfirm).not.toHaveBeenCalled()
  await expect.element(dialog('Remove one?')).toBeVisible()
})
it('a dialog that is taken away gives the focus back, and says nothing of having been closed', async () => {
  const onClose = vi.fn()
  let show: (isOpen: boolean) => void = () => undefined
  function Opener() {
    const [isOpen, setOpen] = useState(false)
    show = setOpen
    return (
      <main>
        <button type="button">Opener</button>
        {isOpen && (
          <Dialog label="A dialog" onClose={onClose}>
            <input aria-label="Field" />
          </Dialog>
        )}
      </main>
    )
  }
  await draw(<Opener />)
  await expect.element(button('Opener')).toBeVisible()
  button('Opener').element().focus()
  show(true)
  await expect.element(page.getByRole('textbox', { name: 'Field' })).toHaveFocus()
  const closed = new Promise((resolve) => dialog('A dialog').element().addEventListener('close', resolve))
  show(false)
  await closed
  await expect.element(button('Opener')).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
  show(true)
  await expect.element(page.getByRole('textbox', { name: 'Field' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

it('a side panel stays where a question within it is closed, and gives the focus back at its own end', async () => {
  function Panel() {
    const [isOpen, setOpen] = useState(false)
    const [isAsking, setAsking] = useState(false)
    return (
      <main>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <SidePanel title="Subscribe" onClose={() => setOpen(false)}>
            <button type="button" onClick={() => setAsking(true)}>
              Ask
            </button>
            {isAsking && (
              <Confirm title="Sure?" verb="Subscribe" onCancel={() => setAsking(false)} onConfirm={onConfirm}>
                <p>It takes a request.</p>
              </Confirm>
            )}
          </SidePanel>
        )}
      </main>
    )
  }
  await draw(<Panel />)
  await button('Open').click()
  await expect.element(page.getByRole('heading', { name: 'Subscribe' })).toHaveFocus()
  const { right, width } = dialog('Subscribe').element().getBoundingClientRect()
  expect([right, width]).toEqual([document.documentElement.clientWidth, 480])
  await button('Ask').click()
  await expect.element(dialog('Sure?')).toBeVisible()
  await expect.element(dialog('Subscribe')).not.toBeInTheDocument() // hidden
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Sure?')).not.toBeInTheDocument()
  await expect.element(button('Ask')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Subscribe')).not.toBeInTheDocument()
  await expect.element(button('Open')).toHaveFocus()
})
