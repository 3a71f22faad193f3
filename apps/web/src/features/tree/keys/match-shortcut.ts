import type { Shortcut } from '../workbench/intent.ts'

/** What of a keyboard event tells which key it was. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const keyCodes: Readonly<Record<string, readonly string[]>> = {
  '=': ['Equal', 'NumpadAdd'],
  '-': ['Minus', 'NumpadSubtract'],
  '0': ['Digit0', 'Numpad0'],
  '1': ['Digit1'],
  Enter: ['Enter', 'NumpadEnter'],
}

const isLetter = (key: string) => /^[a-z]$/u.test(key)
const isPunctuation = (key: string) => key.length === 1 && !/[a-z0-9 ]/u.test(key)

/** Whether this key is meant. Letters and signs go by what they type, Alt combinations and shifted digits by where they lie. */
export function matchesShortcut(shortcut: Shortcut, pressed: PressedKey): boolean {
  const { key, isCommand = false, isAlt = false, isShift = false } = shortcut
  if ((pressed.ctrlKey || pressed.metaKey) !== isCommand || pressed.altKey !== isAlt) return false
  const isByPlace = isAlt || (isShift && /^\d$/u.test(key))
  // How a sign is typed is the keyboard's affair: '?' needs Shift here and none there.
  const isShiftFree = isPunctuation(key) && !isByPlace
  if (!isShiftFree && pressed.shiftKey !== isShift) return false
  return isByPlace ? hasKeyCode(key, pressed.code) : typesKey(key, pressed)
}

const hasKeyCode = (key: string, code: string): boolean => (keyCodes[key] ?? [key]).includes(code)

function typesKey(key: string, pressed: PressedKey): boolean {
  if (pressed.key.toLowerCase() === key.toLowerCase()) return true
  // A Greek or Cyrillic keyboard types no Latin letter at all; there the place has to do.
  const isForeign = (pressed.key.codePointAt(0) ?? 0) > 0x7f && [...pressed.key].length === 1
  return isLetter(key) && isForeign && pressed.code === `Key${key.toUpperCase()}`
}
