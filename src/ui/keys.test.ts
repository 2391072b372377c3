/** Shortcuts by the letter that a key types, or by the key's position. */
import { expect, it } from 'vitest'
import { shortcutKey } from './keys'

it.each([
  ['a letter', 'g', 'KeyG', [], 'g'],
  ['a letter with Shift', 'G', 'KeyG', ['Shift'], 'G'],
  ['a letter with Caps Lock', 'G', 'KeyG', ['CapsLock'], 'g'],
  ['a Russian letter', 'п', 'KeyG', [], 'g'],
  ['a Russian letter with Caps Lock', 'П', 'KeyG', ['CapsLock'], 'g'],
  ['a Greek letter', 'γ', 'KeyG', [], 'g'],
  ['a Hebrew letter', 'ע', 'KeyG', [], 'g'],
  ['a letter of a French keyboard, by what it types', 'a', 'KeyQ', [], 'a'],
  ['a letter with an accent, which is Latin', 'ü', 'BracketLeft', [], 'ü'],
  ['a bracket where Russian has a letter', 'х', 'BracketLeft', [], '['],
  ['the other bracket', 'ъ', 'BracketRight', [], ']'],
  ['a period where Russian has a letter', 'ю', 'Period', [], '.'],
  ['a question mark of Greek', '?', 'Slash', ['Shift'], '?'],
  ['a sign of Arabic', 'ظ', 'Slash', [], '/'],
  ['a sign of Arabic with Shift', '؟', 'Slash', ['Shift'], '?'],
  ['a key without a letter', 'Enter', 'Enter', [], 'Enter'],
  ['a key without a position', 'п', '', [], 'п'],
])('%s', (_, key, code, modifiers, expected) => {
  const getModifierState = (name: string) => modifiers.some((one) => one === name)
  expect(shortcutKey({ key, code, shiftKey: getModifierState('Shift'), getModifierState })).toBe(expected)
})
