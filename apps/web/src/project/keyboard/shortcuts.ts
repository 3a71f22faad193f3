import { keyTexts } from '../../texts/keys.ts'
import type { Shortcut } from '../actions/action.ts'

/** The properties of a keyboard event that identify its key. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const keyCodes: Readonly<Record<string, readonly string[]>> = {
  '=': ['Equal', 'NumpadAdd'],
  '-': ['Minus', 'NumpadSubtract'],
  '0': ['Digit0', 'Numpad0'],
  Enter: ['Enter', 'NumpadEnter'],
}

const isLetter = (key: string) => /^[a-z]$/u.test(key)
const isPunctuation = (key: string) => key.length === 1 && !/[a-z0-9 ]/u.test(key)

/**
 * Tells whether this key is pressed. Letters and signs match by what they type, Alt combinations and shifted digits by
 * their position.
 */
export function matchesShortcut(shortcut: Shortcut, pressed: PressedKey): boolean {
  const { key, isCommand = false, isAlt = false, isShift = false } = shortcut
  if ((pressed.ctrlKey || pressed.metaKey) !== isCommand || pressed.altKey !== isAlt) return false
  const isByPlace = isAlt || (isShift && /^\d$/u.test(key))
  // Whether a sign needs Shift depends on the keyboard layout, as with '?'.
  const isShiftFree = isPunctuation(key) && !isByPlace
  if (!isShiftFree && pressed.shiftKey !== isShift) return false
  return isByPlace ? hasKeyCode(key, pressed.code) : typesKey(key, pressed)
}

const hasKeyCode = (key: string, code: string): boolean =>
  (keyCodes[key] ?? [key, `Digit${key}`, `Key${key.toUpperCase()}`]).includes(code)

function typesKey(key: string, pressed: PressedKey): boolean {
  if (pressed.key.toLowerCase() === key.toLowerCase()) return true
  // A Greek or Cyrillic keyboard types no Latin letter, so the position has to do.
  const isForeign = (pressed.key.codePointAt(0) ?? 0) > 0x7f && [...pressed.key].length === 1
  return isLetter(key) && isForeign && pressed.code === `Key${key.toUpperCase()}`
}

export const isApplePlatform = (): boolean => /mac|iphone|ipad/iu.test(navigator.platform)

const appleModifiers = { command: '\u2318', alt: '\u2325', shift: '\u21e7' }

const isNamedKey = (key: string): key is keyof typeof keyTexts.named => Object.hasOwn(keyTexts.named, key)

const nameKey = (key: string): string =>
  isNamedKey(key) ? keyTexts.named[key] : key.length === 1 ? key.toUpperCase() : key

/** Returns the keys to hold and to press separately: ['Ctrl', 'Shift', 'Z']. */
export function listShortcutKeys(shortcut: Shortcut, onApple: boolean = isApplePlatform()): readonly string[] {
  const named = onApple ? appleModifiers : keyTexts
  const { key, isCommand, isAlt, isShift } = shortcut
  return [
    ...(isCommand ? [named.command] : []),
    ...(isAlt ? [named.alt] : []),
    ...(isShift ? [named.shift] : []),
    nameKey(key),
  ]
}

export const formatShortcut = (shortcut: Shortcut, onApple: boolean = isApplePlatform()): string =>
  listShortcutKeys(shortcut, onApple).join(onApple ? '' : '+')
