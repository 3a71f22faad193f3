import type { Shortcut } from '../workbench/intent.ts'

export const isApple = (): boolean => /mac|iphone|ipad/iu.test(navigator.platform)

const names: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowLeft: '\u2190',
  ArrowRight: '\u2192',
  ArrowUp: '\u2191',
  ArrowDown: '\u2193',
}

const modifiers = {
  apple: { command: '\u2318', alt: '\u2325', shift: '\u21e7' },
  other: { command: 'Ctrl', alt: 'Alt', shift: 'Shift' },
}

/** The keys to hold and to press, one a piece: ['Ctrl', 'Shift', 'Z']. */
export function piecesOf(shortcut: Shortcut, onApple: boolean = isApple()): readonly string[] {
  const named = modifiers[onApple ? 'apple' : 'other']
  const { key, isCommand, isAlt, isShift } = shortcut
  return [
    ...(isCommand ? [named.command] : []),
    ...(isAlt ? [named.alt] : []),
    ...(isShift ? [named.shift] : []),
    names[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ]
}

export const textOf = (shortcut: Shortcut, onApple: boolean = isApple()): string =>
  piecesOf(shortcut, onApple).join(onApple ? '' : '+')
