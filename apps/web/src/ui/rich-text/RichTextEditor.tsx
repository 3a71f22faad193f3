import { useEffect, useRef, useState } from 'react'
import { LinkForm } from './LinkForm.tsx'
import { type FormatsHere, isOn, type Mark } from './marks.ts'
import { openEditor, type OpenEditor } from './open-editor.ts'
import styles from './RichTextField.module.css'
import { Toolbar } from './Toolbar.tsx'

export interface TextboxNames {
  readonly labelledBy: string
  /** The error's element, where there is one. */
  readonly describedBy: string | undefined
}

export interface RichTextEditorProps extends TextboxNames {
  readonly toolbarLabel: string
  /** Read once: what is typed later is the editor's own. */
  readonly initialHtml: string
  onChange(html: string): void
  readonly takesFocus: boolean
}

/** Heavy: loaded by RichTextField when it is first drawn. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { toolbarLabel, initialHtml, onChange, labelledBy, describedBy, takesFocus } = props
  const [here, setHere] = useState<FormatsHere>({})
  const [isLinking, setLinking] = useState(false)
  const { place, editor } = useEditor(initialHtml, onChange, setHere)
  useEffect(() => {
    const textbox = editor.current?.quill.root
    if (textbox !== undefined) nameTextbox(textbox, { labelledBy, describedBy })
  }, [editor, labelledBy, describedBy])
  useEffect(() => {
    if (takesFocus) editor.current?.quill.focus()
  }, [editor, takesFocus])
  const toggle = (mark: Mark) =>
    editor.current?.quill.format(mark.format, isOn(mark, here) ? false : mark.value, 'user')
  const endLinking = () => {
    setLinking(false)
    editor.current?.quill.focus()
  }
  const present = typeof here['link'] === 'string' ? here['link'] : ''
  return (
    <div className={styles.editor}>
      <Toolbar label={toolbarLabel} here={here} onToggle={toggle} onLink={() => setLinking(!isLinking)} />
      {isLinking && (
        <LinkForm
          present={present}
          onApply={(address) => {
            endLinking()
            setLink(editor.current, address)
          }}
          onRemove={() => {
            endLinking()
            setLink(editor.current, false)
          }}
          onClose={endLinking}
        />
      )}
      <div ref={place} className={styles.place} />
    </div>
  )
}

function useEditor(initialHtml: string, onChange: (html: string) => void, onMove: (here: FormatsHere) => void) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor>(null)
  const latest = useRef(onChange)
  const text = useRef(initialHtml)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  useEffect(() => {
    if (place.current === null) return undefined
    const opened = openEditor(place.current, text.current, (html) => {
      text.current = html
      latest.current(html)
    })
    editor.current = opened
    opened.quill.on('editor-change', () => {
      // Asking for the formats without a range would take the focus.
      const range = opened.quill.getSelection()
      if (range !== null) onMove(opened.quill.getFormat(range))
    })
    return () => opened.close()
  }, [onMove])
  return { place, editor }
}

function nameTextbox(textbox: HTMLElement, { labelledBy, describedBy }: TextboxNames): void {
  textbox.setAttribute('role', 'textbox')
  textbox.setAttribute('aria-multiline', 'true')
  textbox.setAttribute('aria-labelledby', labelledBy)
  if (describedBy === undefined) {
    textbox.removeAttribute('aria-describedby')
    textbox.removeAttribute('aria-invalid')
  } else {
    textbox.setAttribute('aria-describedby', describedBy)
    textbox.setAttribute('aria-invalid', 'true')
  }
}

/** On the selected text, on the link under the caret, or, where there is neither, as a text of its own. */
function setLink(editor: OpenEditor | null, address: string | false): void {
  if (editor === null) return
  const { quill } = editor
  const range = quill.getSelection(true)
  if (range.length > 0) {
    quill.formatText(range, 'link', address, 'user')
    return
  }
  const [leaf] = quill.getLeaf(range.index)
  const isLinked = typeof quill.getFormat(range)['link'] === 'string'
  if (leaf !== null && isLinked) quill.formatText(quill.getIndex(leaf), leaf.length(), 'link', address, 'user')
  else if (address !== false) quill.insertText(range.index, address, 'link', address, 'user')
}
