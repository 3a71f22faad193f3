import Quill from 'quill/core.js'
import 'quill/dist/quill.core.css'
import { bodyOf } from './body-of.ts'
import { formats, pasteMatchers } from './formats.ts'
import { sanitiseRichText } from './sanitise-rich-text.ts'

// Tab moves on, as everywhere on the page: an editor that keeps it cannot be left by keyboard.
const withoutTab = {
  tab: null,
  indent: null,
  outdent: null,
  'remove tab': null,
  'indent code-block': null,
  'outdent code-block': null,
}

export interface OpenEditor {
  readonly quill: Quill
  close(): void
}

/** Puts an editor into an element. The texts it tells of are sanitised, and those of the person's own changes only. */
export function openEditor(place: HTMLElement, html: string, onChange: (html: string) => void): OpenEditor {
  const host = document.createElement('div')
  place.append(host)
  const quill = new Quill(host, {
    formats,
    modules: { keyboard: { bindings: withoutTab }, clipboard: { matchers: pasteMatchers } },
  })
  quill.setContents(quill.clipboard.convert({ html: sanitiseRichText(html) }), Quill.sources.SILENT)
  quill.history.clear()
  const tell = (_delta: unknown, _before: unknown, source: string) => {
    if (source === Quill.sources.USER) onChange(bodyOf(quill.root))
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
