/** What keyboard events tell. */

/** True while keys compose a letter: Enter then ends the letter and means nothing else. Safari tells the last one late, by its code. */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229

/** True where Enter is meant, rather than the end of a letter. */
export const isEnter = ({ key, nativeEvent }: React.KeyboardEvent): boolean =>
  key === 'Enter' && !isComposing(nativeEvent)

/** True for a field whose keys are its own, such as a text field or a selection. */
export const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)))

/** Characters that the main keys type on a US keyboard, alone and with Shift, by `event.code`. */
const usKeys: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Period: ['.', '>'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
}

/**
 * The key of a shortcut that was pressed: the Latin letter or sign that it types, also with Caps Lock. A key of another
 * alphabet counts by its position, so that shortcuts work on Cyrillic, Greek, Hebrew or Arabic keyboards.
 */
export function shortcutKey(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'getModifierState'>): string {
  const { key, code, shiftKey } = event
  if (key.length !== 1) return key // Enter, Escape, and what a composition sends
  if (/[\p{Script=Latin}\p{ASCII}]/u.test(key)) return event.getModifierState('CapsLock') ? key.toLowerCase() : key
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter?.toLowerCase() ?? usKeys[code]?.[shiftKey ? 1 : 0] ?? key
}
