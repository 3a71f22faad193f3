import { createQuillEditor } from '../../ui/rich-text/quill-editor.ts'
import { normalizeTitleHtml } from '../../ui/rich-text/title-html.ts'
import { isTitleFormatActive } from '../../ui/rich-text/title-tools.tsx'
import { labelTextbox, type RichTitleField, type TitleFieldEvents } from './plain-title-field.ts'

/**
 * This editor is heavy: it is loaded for titles with formats, and with the first format that is set. A given text
 * replaces the title.
 */
export function openRichTitleField(
  container: HTMLElement,
  title: string,
  text: string | null,
  { onChange, onFormats }: TitleFieldEvents,
): RichTitleField {
  const { quill, close } = createQuillEditor(container, title, (html) => onChange(normalizeTitleHtml(html)), {
    kind: 'title',
  })
  // Parsed as HTML, the trailing space would be lost.
  if (text !== null) quill.setText(text, 'silent')
  quill.history.clear()
  labelTextbox(quill.root)
  const tellFormats = () => {
    // Reading the formats without a range would take the focus.
    const range = quill.getSelection()
    if (range !== null) onFormats(quill.getFormat(range))
  }
  quill.on('editor-change', tellFormats)
  quill.root.addEventListener('paste', takeText, { capture: true })
  function takeText(event: ClipboardEvent): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    const text = event.clipboardData?.getData('text/plain').replaceAll('\r', '') ?? ''
    const range = quill.getSelection(true)
    quill.deleteText(range, 'user')
    quill.insertText(range.index, text, quill.getFormat(range), 'user')
    quill.setSelection(range.index + text.length, 0, 'user')
  }
  return {
    textbox: quill.root,
    text: () => null,
    range: () => quill.getSelection(),
    select(range) {
      quill.focus({ preventScroll: true })
      quill.setSelection(range.index, range.length, 'silent')
    },
    selectAll() {
      quill.focus({ preventScroll: true })
      quill.setSelection(0, quill.getLength() - 1, 'silent')
    },
    isComposing: () => quill.composition.isComposing,
    toggle(mark, range = quill.getSelection(true)) {
      const value = isTitleFormatActive(mark, quill.getFormat(range)) ? false : mark.value
      if (range.length > 0) quill.formatText(range, mark.format, value, 'user')
      else quill.format(mark.format, value, 'user')
      tellFormats()
    },
    close() {
      quill.off('editor-change', tellFormats)
      close()
    },
  }
}
