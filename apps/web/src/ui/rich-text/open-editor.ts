import Quill from 'quill/core.js'
import 'quill/dist/quill.core.css'
import { toStoredHtml } from './body-of.ts'
import { bodyFormats, pasteMatchers, titleFormats } from './formats.ts'
import { sanitizeRichText } from './sanitise-rich-text.ts'

// Tab moves on, as everywhere on the page: an editor that keeps it cannot be left by keyboard.
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

export interface EditorOptions {
  /** A description, or a title: without blocks. */
  readonly kind?: 'body' | 'title'
}

export interface QuillEditor {
  readonly quill: Quill
  close(): void
}

/** Puts an editor into an element. The texts it tells of are sanitised, and those of the person's own changes only. */
export function createQuillEditor(
  place: HTMLElement,
  html: string,
  onChange: (html: string) => void,
  { kind = 'body' }: EditorOptions = {},
): QuillEditor {
  const host = document.createElement('div')
  place.append(host)
  const quill = new Quill(host, {
    formats: kind === 'body' ? bodyFormats : titleFormats,
    modules: {
      keyboard: { bindings: kind === 'body' ? bodyKeyBindings : titleKeyBindings },
      clipboard: { matchers: pasteMatchers },
    },
  })
  quill.root.dir = 'auto'
  quill.setContents(quill.clipboard.convert({ html: sanitizeRichText(html) }), Quill.sources.SILENT)
  quill.history.clear()
  const tell = (_delta: unknown, _before: unknown, source: string) => {
    if (source === Quill.sources.USER) onChange(toStoredHtml(quill.root))
  }
  quill.on(Quill.events.TEXT_CHANGE, tell)
  return {
    quill,
    close() {
      quill.off(Quill.events.TEXT_CHANGE, tell)
      host.remove()
    },
  }
}
