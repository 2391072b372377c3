/** What was done to the page before the console listened (`public/first.js` keeps it): done now, in its order, after the focus. */

interface Kept {
  event: Event
  control: HTMLElement
  /** What was pasted, or was in the field by then; absent for what the field has now. */
  text?: string
  /** What the box is then. */
  isOn?: boolean
}

declare global {
  interface Window {
    /** Absent where the script that keeps it did not come. */
    forecourtFirst?: { kept: Kept[]; stop: () => void; translation: { suspend: () => void; resume: () => void } }
  }
}

/** Called when everything on the page answers; what it is called for again is nothing. */
export async function doFirstEvents(): Promise<void> {
  const { forecourtFirst: first } = window
  if (!first) return
  await undefined // called by an effect: while React is at work it takes no row over for a click
  first.stop()
  const { activeElement } = document
  if (activeElement !== document.body) activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  const all = first.kept.splice(0)
  const composed = all.findLastIndex(({ event }) => event.type === 'compositionend')
  let composition: Promise<unknown> | undefined
  for (const [at, kept] of all.entries()) {
    if (at > composed && 'isComposing' in kept.event && kept.event.isComposing) {
      composition ??= compositionEnd()
      await composition
      delete kept.text
    }
    if (kept.control.isConnected) repeat(kept)
    await undefined // React draws what came of it: leaving a field applies what was typed
  }
}

/** Letters that are being composed are left alone, for a value from a script would end that: the word is heard with its end. */
const compositionEnd = () =>
  new Promise((resolve) => addEventListener('compositionend', resolve, { capture: true, once: true }))

function repeat({ event, control, text, isOn }: Kept): void {
  const { type } = event
  if (type === 'click') {
    if (control instanceof HTMLInputElement) control.checked = !isOn // it is ticked again, and heard
    control.click()
  } else if (control instanceof HTMLFormElement) control.requestSubmit()
  else if (type === 'paste') {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text ?? '')
    control.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }))
  } else {
    if (type === 'input' || type === 'change') fill(control, text)
    const Kind = event.constructor as new (type: string, given: Event) => Event // takes what such an event has
    control.dispatchEvent(new Kind(type, event))
  }
}

/** React believes that it knows a field's value: told another one, it hears of this one. */
function fill(field: HTMLElement, text?: string): void {
  if (!('value' in field)) return
  const meant = text ?? field.value
  field.value = ''
  const prototype = Object.getPrototypeOf(field) as object // its own class: React has put a setter before it
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, meant)
}
