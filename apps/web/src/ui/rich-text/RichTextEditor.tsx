import { isAllowedHref } from '@espalier/domain'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { richTextTexts } from '../../texts/rich-text.ts'
import { Button } from '../Button.tsx'
import { type ActiveFormats, EditorToolbar, type FormatTool, isFormatActive } from './EditorToolbar.tsx'
import { MentionPicker } from './MentionPicker.tsx'
import type { MentionedPerson } from './mention-blot.ts'
import { createQuillEditor, type QuillEditor } from './quill-editor.ts'
import styles from './RichTextField.module.css'

export interface TextboxLabels {
  readonly labelledBy: string
  /** The id of the error's element, if there is one. */
  readonly describedBy: string | undefined
}

export interface RichTextEditorProps extends TextboxLabels {
  readonly toolbarLabel: string
  /** Read once; later the editor holds the text. */
  readonly initialHtml: string
  onChange(html: string): void
  readonly takesFocus: boolean
  /** Given for a comment. */
  readonly mentions?: readonly MentionedPerson[] | undefined
  readonly placeholder?: string | undefined
}

const textField = 'input, textarea, [contenteditable="true"]'

/** Tells whether the person already writes in another field of the panel: this one was loaded too late to take over. */
const isWritingBeside = (root: HTMLElement): boolean => {
  const { activeElement } = document
  if (activeElement?.matches(textField) !== true || root.contains(activeElement)) return false
  return root.closest('aside')?.contains(activeElement) === true
}

/** This component is heavy: RichTextField loads it when it is first rendered. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { toolbarLabel, initialHtml, onChange, labelledBy, describedBy, takesFocus, mentions, placeholder } = props
  const [here, setHere] = useState<ActiveFormats>({})
  const [isLinking, setLinking] = useState(false)
  const { place, editor, opened } = useQuillEditor({
    initialHtml,
    onChange,
    onMove: setHere,
    kind: mentions === undefined ? 'body' : 'comment',
    placeholder,
  })
  useEffect(() => {
    const textbox = editor.current?.quill.root
    if (textbox !== undefined) labelTextbox(textbox, { labelledBy, describedBy })
  }, [editor, labelledBy, describedBy])
  useEffect(() => {
    const quill = editor.current?.quill
    if (takesFocus && quill !== undefined && !isWritingBeside(quill.root)) quill.focus()
  }, [editor, takesFocus])
  const toggle = (mark: FormatTool) =>
    editor.current?.quill.format(mark.format, isFormatActive(mark, here) ? false : mark.value, 'user')
  const endLinking = () => {
    setLinking(false)
    editor.current?.quill.focus()
  }
  const present = typeof here['link'] === 'string' ? here['link'] : ''
  return (
    <div className={styles.editor}>
      <EditorToolbar label={toolbarLabel} here={here} onToggle={toggle} onLink={() => setLinking(!isLinking)} />
      {isLinking && (
        <LinkForm
          present={present}
          onApply={(address) => {
            endLinking()
            applyLink(editor.current, address)
          }}
          onRemove={() => {
            endLinking()
            applyLink(editor.current, false)
          }}
          onClose={endLinking}
        />
      )}
      <div ref={place} className={styles.place} />
      {mentions !== undefined && opened !== null && <MentionPicker editor={opened} people={mentions} />}
    </div>
  )
}

interface QuillEditorOptions extends Pick<RichTextEditorProps, 'initialHtml' | 'onChange' | 'placeholder'> {
  readonly kind: 'body' | 'comment'
  readonly onMove: (here: ActiveFormats) => void
}

function useQuillEditor({ initialHtml, onChange, onMove, kind, placeholder }: QuillEditorOptions) {
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<QuillEditor>(null)
  // The effects of a child run before this component has opened the editor.
  const [shown, setShown] = useState<QuillEditor | null>(null)
  const latest = useRef(onChange)
  const text = useRef(initialHtml)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  useEffect(() => {
    if (container.current === null) return undefined
    const report = (html: string) => {
      text.current = html
      latest.current(html)
    }
    const opened = createQuillEditor(container.current, text.current, report, { kind, placeholder })
    editor.current = opened
    setShown(opened)
    opened.quill.on('editor-change', () => {
      // Reading the formats without a range would take the focus.
      const range = opened.quill.getSelection()
      if (range !== null) onMove(opened.quill.getFormat(range))
    })
    return () => opened.close()
  }, [onMove, kind, placeholder])
  return { place: container, editor, opened: shown }
}

function labelTextbox(textbox: HTMLElement, { labelledBy, describedBy }: TextboxLabels): void {
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

/** Links the selected text, the link under the caret, or a new text if there is neither. */
function applyLink(editor: QuillEditor | null, address: string | false): void {
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

interface LinkFormProps {
  /** The address of the link under the caret; empty: none. */
  readonly present: string
  onApply(address: string): void
  onRemove(): void
  onClose(): void
}

/** Not a form element, because it is inside one. */
function LinkForm({ present, onApply, onRemove, onClose }: LinkFormProps) {
  const id = useId()
  const [address, setAddress] = useState(present)
  const [isRefused, setRefused] = useState(false)
  const apply = () => {
    const whole = addScheme(address)
    if (isAllowedHref(whole)) onApply(whole)
    else setRefused(true)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else onClose()
  }
  return (
    <div className={styles.link}>
      <label htmlFor={id}>{richTextTexts.linkAddress}</label>
      <input
        id={id}
        ref={(field) => field?.focus()}
        type="url"
        value={address}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={press}
      />
      <Button size="small" variant="primary" onClick={apply}>
        {richTextTexts.applyLink}
      </Button>
      {present !== '' && (
        <Button size="small" onClick={onRemove}>
          {richTextTexts.removeLink}
        </Button>
      )}
      {isRefused && (
        <p id={`${id}-error`} className={styles.error}>
          {richTextTexts.linkRefused}
        </p>
      )}
    </div>
  )
}

/** Accepts what people type: 'example.com', 'ada@example.com'. */
function addScheme(typed: string): string {
  const address = typed.trim()
  if (address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address.replace(/^\/+/, '')}`
}
