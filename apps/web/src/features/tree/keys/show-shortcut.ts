import type { Shortcut } from '../workbench/intent.ts'

export const isApplePlatform = (): boolean => /mac|iphone|ipad/iu.test(navigator.platform)

const keyNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowLeft: '\u2190',
  ArrowRight: '\u2192',
  ArrowUp: '\u2191',
  ArrowDown: '\u2193',
}

const modifierNames = {
  apple: { command: '\u2318', alt: '\u2325', shift: '\u21e7' },
  other: { command: 'Ctrl', alt: 'Alt', shift: 'Shift' },
}

/** The keys to hold and to press, one a piece: ['Ctrl', 'Shift', 'Z']. */
export function listShortcutKeys(shortcut: Shortcut, onApple: boolean = isApplePlatform()): readonly string[] {
  const named = modifierNames[onApple ? 'apple' : 'other']
  const { key, isCommand, isAlt, isShift } = shortcut
  return [
    ...(isCommand ? [named.command] : []),
    ...(isAlt ? [named.alt] : []),
    ...(isShift ? [named.shift] : []),
    keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ]
}

export const formatShortcut = (shortcut: Shortcut, onApple: boolean = isApplePlatform()): string =>
  listShortcutKeys(shortcut, onApple).join(onApple ? '' : '+')
