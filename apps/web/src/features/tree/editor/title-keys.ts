import type { KeyboardEvent } from 'react'

export interface TitleKeyActions {
  commit(): void
  /** Commits, and opens the panel. */
  openPanel(): void
  cancel(): void
  toggleBold(): void
  /** To the toolbar, and back into the text. */
  goToTools(): void
  goToText(): void
}

const composingKeyCode = 229

/** What a key does in the editor; null: it is the text's own. */
export function findTitleKeyAction(event: KeyboardEvent, isInText: boolean): keyof TitleKeyActions | null {
  if (event.nativeEvent.isComposing || event.keyCode === composingKeyCode) return null
  if (!isInText) return event.key === 'Escape' ? 'goToText' : event.key === 'Tab' ? 'goToText' : null
  const isCommand = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'Enter':
      if (event.shiftKey) return null
      return isCommand ? 'openPanel' : 'commit'
    case 'Tab':
      return 'commit'
    case 'Escape':
      return 'cancel'
    case 'F10':
      return event.altKey ? 'goToTools' : null
    default:
      return isCommand && !event.altKey && event.key.toLowerCase() === 'b' ? 'toggleBold' : null
  }
}
