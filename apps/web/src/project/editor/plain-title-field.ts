import { mapTexts } from '../../texts/map.ts'
import type { ActiveFormats } from '../../ui/rich-text/EditorToolbar.tsx'
import {
  normalizeTitleHtml,
  readPlainLines,
  readTextLines,
  toSafeTitleHtml,
  toTitleHtml,
} from '../../ui/rich-text/title-html.ts'
import type { TitleFormat } from '../../ui/rich-text/title-tools.tsx'

/** A range of the text in characters; every line end counts as one. */
export interface TextRange {
  readonly index: number
  readonly length: number
}

/** The field a title is typed into. */
export interface TitleField {
  readonly textbox: HTMLElement
  /** Returns the text including spaces; null: there are formats. */
  text(): string | null
  /** Null while the caret is elsewhere. */
  range(): TextRange | null
  select(range: TextRange): void
  selectAll(): void
  readonly isComposing: () => boolean
  close(): void
}

/** A field that can also set formats. */
export interface RichTitleField extends TitleField {
  toggle(mark: TitleFormat, range?: TextRange): void
}

export interface TitleFieldEvents {
  /** Called with the title in its stored form. */
  onChange(title: string): void
  onFormats(here: ActiveFormats): void
}

export function labelTextbox(textbox: HTMLElement): void {
  textbox.setAttribute('role', 'textbox')
  textbox.setAttribute('aria-multiline', 'true')
  textbox.setAttribute('aria-label', mapTexts.nodeTitle)
  textbox.setAttribute('aria-keyshortcuts', 'Alt+F10')
}

/** Opens a light editor at once. It writes plain text; existing formats stay. */
export function openPlainTitleField(
  container: HTMLElement,
  title: string,
  { onChange }: Pick<TitleFieldEvents, 'onChange'>,
): TitleField {
  const textbox = document.createElement('div')
  textbox.setAttribute('contenteditable', 'true')
  textbox.tabIndex = 0
  labelTextbox(textbox)
  const plain = readPlainLines(title)
  if (plain === null) textbox.innerHTML = toSafeTitleHtml(title)
  else textbox.textContent = plain
  container.append(textbox)
  let isComposing = false
  const notifyChange = () =>
    onChange(plain === null ? normalizeTitleHtml(textbox.innerHTML) : toTitleHtml(readTextLines(textbox)))
  textbox.addEventListener('input', notifyChange)
  textbox.addEventListener('compositionstart', () => {
    isComposing = true
  })
  textbox.addEventListener('compositionend', () => {
    isComposing = false
  })
  for (const kind of ['paste', 'drop'] as const)
    textbox.addEventListener(kind, (event) => insertPlainText(event, notifyChange))
  return {
    textbox,
    text: () => (plain === null ? null : readTextLines(textbox)),
    range: () => readSelection(textbox),
    select: (range) => setSelection(textbox, range),
    selectAll() {
      textbox.focus({ preventScroll: true })
      window.getSelection()?.selectAllChildren(textbox)
    },
    isComposing: () => isComposing,
    close: () => textbox.remove(),
  }
}

/** Inserts only the plain text of a paste or drop, so that no foreign markup enters a node. */
function insertPlainText(event: ClipboardEvent | DragEvent, onInsert: () => void): void {
  event.preventDefault()
  const carried = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
  const text = carried?.getData('text/plain') ?? ''
  if (text === '') return
  // The browser's own command can be undone by the person.
  if (typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)) return
  const selection = window.getSelection()
  if (selection === null || selection.rangeCount === 0) return
  const range = selection.getRangeAt(0)
  range.deleteContents()
  range.insertNode(document.createTextNode(text))
  selection.collapseToEnd()
  onInsert()
}

function readSelection(textbox: HTMLElement): TextRange | null {
  const selection = window.getSelection()
  if (selection === null || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!textbox.contains(range.startContainer) || !textbox.contains(range.endContainer)) return null
  const before = document.createRange()
  before.setStart(textbox, 0)
  before.setEnd(range.startContainer, range.startOffset)
  return { index: readTextLines(before.cloneContents()).length, length: readTextLines(range.cloneContents()).length }
}

function setSelection(textbox: HTMLElement, { index, length }: TextRange): void {
  textbox.focus({ preventScroll: true })
  const range = document.createRange()
  range.setStart(...findTextPosition(textbox, index))
  range.setEnd(...findTextPosition(textbox, index + length))
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

function findTextPosition(textbox: HTMLElement, index: number): [Node, number] {
  const texts = document.createTreeWalker(textbox, NodeFilter.SHOW_TEXT)
  let left = index
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const { length } = text.nodeValue ?? ''
    if (left <= length) return [text, left]
    left -= length
  }
  return [textbox, textbox.childNodes.length]
}
