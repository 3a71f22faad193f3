import { defineTexts } from '@espalier/domain'

/** The names that are printed on keys. Letters, digits and the signs of an Apple keyboard need none. */
export const keyTexts = defineTexts('keys', {
  command: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  named: {
    ' ': 'Space',
    Escape: 'Esc',
    Enter: 'Enter',
    Tab: 'Tab',
    Insert: 'Insert',
    Delete: 'Delete',
    Backspace: 'Backspace',
    ContextMenu: 'Menu',
    ArrowLeft: '\u2190',
    ArrowRight: '\u2192',
    ArrowUp: '\u2191',
    ArrowDown: '\u2193',
  },
})
