import { mentionAttribute, richTextRules } from '@espalier/domain'
import Quill, { Delta, type Range } from 'quill/core.js'
import 'quill/dist/quill.core.css'
import Blockquote from 'quill/formats/blockquote.js'
import Bold from 'quill/formats/bold.js'
import CodeBlock, { Code } from 'quill/formats/code.js'
import Header from 'quill/formats/header.js'
import IndentClass from 'quill/formats/indent.js'
import Italic from 'quill/formats/italic.js'
import Link from 'quill/formats/link.js'
import List from 'quill/formats/list.js'
import Script from 'quill/formats/script.js'
import { SizeClass } from 'quill/formats/size.js'
import Strike from 'quill/formats/strike.js'
import Underline from 'quill/formats/underline.js'
import Clipboard from 'quill/modules/clipboard.js'
import { MentionBlot, matchMention } from './mention-blot.ts'
import { sanitizeComment, sanitizeRichText, toStoredHtml } from './stored-html.ts'

interface PastedText {
  readonly html?: string
  readonly text?: string
}

type QuillFormats = Record<string, unknown>

/** Copies nothing unsafe and pastes texts of other programs without a trailing empty line. */
class SafeClipboard extends Clipboard {
  /** Quill's own copying uses getSemanticHTML, which lets scripts through. */
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

/** Google Docs ends copied text with a line break after the last paragraph. */
function removeLastBreaks(body: HTMLElement): void {
  let last = body.lastElementChild
  while (last?.tagName === 'BR' && last.nextSibling === null && last.previousElementSibling !== null) {
    last.remove()
    last = body.lastElementChild
  }
}

/** A list item or heading pasted at the end of a line takes over that line, which would otherwise stay empty. */
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
 * Google Docs formats by inline styles. The content security policy keeps a parsed document from applying them, so
 * Quill, which reads `element.style`, sees none: this reads the attribute itself.
 */
export function matchInlineStyles(node: Node, delta: Delta): Delta {
  const style = node instanceof Element ? node.getAttribute('style') : null
  if (style === null || !(node instanceof Element)) return delta
  const formats: QuillFormats = {}
  for (const [pattern, format] of styleFormats) if (pattern.test(style)) Object.assign(formats, format)
  // A link is underlined anyway.
  if (node.closest('a') !== null || node.querySelector('a') !== null) delete formats['underline']
  if (Object.keys(formats).length === 0) return delta
  return delta.reduce((composed, { insert, attributes }) => {
    return insert === undefined ? composed : composed.insert(insert, { ...formats, ...attributes })
  }, new Delta())
}

class SafeLink extends Link {
  static override PROTOCOL_WHITELIST = [...richTextRules.schemes]
}

SizeClass.whitelist = richTextRules.classes.map((name) => name.replace('ql-size-', ''))

Quill.register(
  {
    'modules/clipboard': SafeClipboard,
    'formats/blockquote': Blockquote,
    'formats/bold': Bold,
    'formats/code': Code,
    'formats/code-block': CodeBlock,
    'formats/header': Header,
    'formats/indent': IndentClass,
    'formats/italic': Italic,
    'formats/link': SafeLink,
    'formats/list': List,
    'formats/mention': MentionBlot,
    'formats/script': Script,
    'formats/size': SizeClass,
    'formats/strike': Strike,
    'formats/underline': Underline,
  },
  true,
)

/** Everything the allow-list permits, also what the toolbar does not offer: editing a text must not strip it. */
const bodyFormats = [
  'blockquote',
  'bold',
  'code',
  'code-block',
  'header',
  'indent',
  'italic',
  'link',
  'list',
  'script',
  'size',
  'strike',
  'underline',
]

/** A comment may also mention people. */
const commentFormats = [...bodyFormats, 'mention']

/** A title has no blocks. */
const titleFormats = ['bold', 'code', 'italic', 'link', 'script', 'size', 'strike', 'underline']

/** Two heading levels are stored; deeper headings of a pasted text become the lower of them. */
const pasteMatchers: [string | number, (node: Node, delta: Delta) => Delta][] = [
  [
    'h3, h4, h5, h6',
    (_heading: Node, delta: Delta) => delta.compose(new Delta().retain(delta.length(), { header: 2 })),
  ],
  [Node.ELEMENT_NODE, matchInlineStyles],
]

// Tab moves on as everywhere on the page: an editor that keeps it cannot be left by keyboard.
const bodyKeyBindings = {
  tab: null,
  indent: null,
  outdent: null,
  'remove tab': null,
  'indent code-block': null,
  'outdent code-block': null,
}

// A title offers neither, so a key must not either.
const titleKeyBindings = { ...bodyKeyBindings, italic: null, underline: null }

interface EditorOptions {
  /** A description, a comment with mentions, or a title without blocks. */
  readonly kind?: 'body' | 'comment' | 'title'
  readonly placeholder?: string | undefined
}

const formatsByKind = { body: bodyFormats, comment: commentFormats, title: titleFormats } as const

export interface QuillEditor {
  readonly quill: Quill
  close(): void
}

/** Opens an editor in an element. It reports sanitized texts, and only after the person's own changes. */
export function createQuillEditor(
  container: HTMLElement,
  html: string,
  onChange: (html: string) => void,
  { kind = 'body', placeholder = '' }: EditorOptions = {},
): QuillEditor {
  const sanitize = kind === 'comment' ? sanitizeComment : sanitizeRichText
  const host = document.createElement('div')
  container.append(host)
  const quill = new Quill(host, {
    formats: formatsByKind[kind],
    placeholder,
    modules: {
      keyboard: { bindings: kind === 'title' ? titleKeyBindings : bodyKeyBindings },
      clipboard: {
        matchers: kind === 'comment' ? [...pasteMatchers, [`a[${mentionAttribute}]`, matchMention]] : pasteMatchers,
      },
    },
  })
  quill.root.dir = 'auto'
  quill.setContents(quill.clipboard.convert({ html: sanitize(html) }), Quill.sources.SILENT)
  quill.history.clear()
  const reportChange = (_delta: unknown, _before: unknown, source: string) => {
    if (source === Quill.sources.USER) onChange(toStoredHtml(quill.root, sanitize))
  }
  quill.on(Quill.events.TEXT_CHANGE, reportChange)
  return {
    quill,
    close() {
      quill.off(Quill.events.TEXT_CHANGE, reportChange)
      host.remove()
    },
  }
}
