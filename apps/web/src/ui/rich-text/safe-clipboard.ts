import Quill, { Delta, type Range } from 'quill/core.js'
import Clipboard from 'quill/modules/clipboard.js'
import { toStoredHtml } from './body-of.ts'

interface PastedText {
  readonly html?: string
  readonly text?: string
}

type QuillFormats = Record<string, unknown>

/** Copies nothing unsafe, and pastes texts of other programs without an empty line behind them. */
export class SafeClipboard extends Clipboard {
  /** Quill's own copying goes through getSemanticHTML, which lets scripts through. */
  override onCopy(range: Range): { html: string; text: string } {
    const selected = window.getSelection()
    const fragment = selected !== null && selected.rangeCount > 0 ? selected.getRangeAt(0).cloneContents() : null
    return { html: fragment === null ? '' : toStoredHtml(fragment), text: this.quill.getText(range) }
  }

  override normalizeHTML(doc: Document): void {
    super.normalizeHTML(doc)
    removeLastBreaks(doc.body)
  }

  override onPaste(range: Range, pasted: PastedText): void {
    const { quill } = this
    const converted = this.convert(pasted, quill.getFormat(range.index) as QuillFormats)
    const isAtLineEnd = quill.getText(range.index + range.length, 1) === '\n'
    const { text, lineFormats } = isAtLineEnd ? withoutLastLineEnd(converted) : { text: converted, lineFormats: null }
    const change = new Delta().retain(range.index).delete(range.length).concat(text)
    if (lineFormats !== null) change.retain(1, lineFormats)
    quill.updateContents(change, Quill.sources.USER)
    quill.setSelection(range.index + text.length(), Quill.sources.SILENT)
    quill.scrollSelectionIntoView()
  }
}

/** Google Docs ends what is copied with a line break after the last paragraph. */
function removeLastBreaks(body: HTMLElement): void {
  let last = body.lastElementChild
  while (last?.tagName === 'BR' && last.nextSibling === null && last.previousElementSibling !== null) {
    last.remove()
    last = body.lastElementChild
  }
}

/** A list item or heading that is pasted at the end of a line takes over that line, which would be left empty behind it. */
function withoutLastLineEnd(pasted: Delta): { text: Delta; lineFormats: QuillFormats | null } {
  const last = pasted.ops.at(-1)
  const isLineEnd = typeof last?.insert === 'string' && last.insert.endsWith('\n') && last.attributes !== undefined
  if (!isLineEnd) return { text: pasted, lineFormats: null }
  return { text: pasted.slice(0, pasted.length() - 1), lineFormats: last.attributes ?? null }
}

const styleFormats: readonly (readonly [RegExp, QuillFormats])[] = [
  [/font-weight\s*:\s*(?:bold|[6-9]00)/iu, { bold: true }],
  [/font-style\s*:\s*italic/iu, { italic: true }],
  [/text-decoration[^;:]*:[^;]*line-through/iu, { strike: true }],
  [/text-decoration[^;:]*:[^;]*underline/iu, { underline: true }],
  [/vertical-align\s*:\s*super/iu, { script: 'super' }],
  [/vertical-align\s*:\s*sub(?!-)/iu, { script: 'sub' }],
]

/**
 * Google Docs formats by inline styles. The content security policy keeps a parsed document from applying them, so that Quill, which
 * asks for `element.style`, sees none: the attribute itself is read.
 */
export function matchInlineStyles(node: Node, delta: Delta): Delta {
  const style = node instanceof Element ? node.getAttribute('style') : null
  if (style === null || !(node instanceof Element)) return delta
  const formats: QuillFormats = {}
  for (const [pattern, format] of styleFormats) if (pattern.test(style)) Object.assign(formats, format)
  // A link is underlined by what it is.
  if (node.closest('a') !== null || node.querySelector('a') !== null) delete formats['underline']
  if (Object.keys(formats).length === 0) return delta
  return delta.reduce((composed, { insert, attributes }) => {
    return insert === undefined ? composed : composed.insert(insert, { ...formats, ...attributes })
  }, new Delta())
}
