import { describe, expect, it } from 'vitest'
import { formatShortcut, matchesShortcut, type PressedKey } from './shortcuts.ts'

const bare: PressedKey = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (more: Partial<PressedKey>): PressedKey => ({ ...bare, ...more })

describe('shortcut', () => {
  it.each([
    ['a letter with Ctrl', { key: 'z', isCommand: true }, { key: 'z', code: 'KeyZ', ctrlKey: true }],
    ['a letter with Cmd', { key: 'z', isCommand: true }, { key: 'z', code: 'KeyZ', metaKey: true }],
    ['a letter at any position', { key: 'z', isCommand: true }, { key: 'z', code: 'KeyY', ctrlKey: true }],
    ['a letter under caps lock', { key: 'z', isCommand: true }, { key: 'Z', code: 'KeyZ', ctrlKey: true }],
    [
      'the position of a letter on a Greek keyboard',
      { key: 'z', isCommand: true },
      { key: 'ζ', code: 'KeyZ', ctrlKey: true },
    ],
    ['with Shift', { key: 'z', isCommand: true, isShift: true }, { key: 'Z', ctrlKey: true, shiftKey: true }],
    ['an Option key that types a character', { key: '=', isAlt: true }, { key: '≠', code: 'Equal', altKey: true }],
    ['the number block', { key: '-', isAlt: true }, { key: '-', code: 'NumpadSubtract', altKey: true }],
    ['a question mark with Shift', { key: '?' }, { key: '?', code: 'Slash', shiftKey: true }],
    ['a question mark without', { key: '?' }, { key: '?', code: 'KeyM' }],
    ['a shifted digit by its position', { key: '1', isShift: true }, { key: '!', code: 'Digit1', shiftKey: true }],
    ['Enter of the number block', { key: 'Enter', isAlt: true }, { key: 'Enter', code: 'NumpadEnter', altKey: true }],
  ])('matches %s', (_name, shortcut, pressed) => {
    expect(matchesShortcut(shortcut, press(pressed))).toBe(true)
  })

  it.each([
    ['without its Ctrl', { key: 'z', isCommand: true }, { key: 'z' }],
    ['with a Shift too many', { key: 'z', isCommand: true }, { key: 'Z', ctrlKey: true, shiftKey: true }],
    ['with an Alt too many', { key: 'z', isCommand: true }, { key: 'z', ctrlKey: true, altKey: true }],
    ['another letter', { key: 'z', isCommand: true }, { key: 'y', code: 'KeyZ', ctrlKey: true }],
    ['Tab with Shift for Tab', { key: 'Tab' }, { key: 'Tab', code: 'Tab', shiftKey: true }],
    ['a plain digit for a shifted one', { key: '1', isShift: true }, { key: '1', code: 'Digit1' }],
  ])('does not match %s', (_name, shortcut, pressed) => {
    expect(matchesShortcut(shortcut, press(pressed))).toBe(false)
  })

  it('formats a shortcut as the platform names its keys', () => {
    const redo = { key: 'z', isCommand: true, isShift: true }
    expect([formatShortcut(redo, false), formatShortcut(redo, true)]).toEqual(['Ctrl+Shift+Z', '⌘⇧Z'])
    expect(formatShortcut({ key: 'ArrowUp', isAlt: true }, false)).toBe('Alt+↑')
    expect(formatShortcut({ key: ' ' }, false)).toBe('Space')
  })
})
