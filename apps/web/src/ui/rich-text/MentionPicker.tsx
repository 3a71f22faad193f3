/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The browser's own lists cannot show faces, and the text keeps the focus. */
import { useEffect, useId, useRef, useState } from 'react'
import { richTextTexts } from '../../texts/rich-text.ts'
import { Avatar } from '../Avatar.tsx'
import type { MentionedPerson } from './mention-blot.ts'
import type { QuillEditor } from './quill-editor.ts'
import styles from './RichTextField.module.css'

interface MentionPickerProps {
  readonly editor: QuillEditor
  readonly people: readonly MentionedPerson[]
}

/** The begun mention before the caret. */
interface BegunMention {
  readonly start: number
  readonly length: number
  readonly found: readonly MentionedPerson[]
  readonly active: number
}

const mostFound = 8
/** Only the text right before the caret is searched for an at sign. */
const longestName = 60
const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/** Lists the people whose name begins with what follows an at sign, and puts the chosen one into the text. */
export function MentionPicker({ editor, people }: MentionPickerProps) {
  const [begun, setBegun] = useState<BegunMention | null>(null)
  const id = useId()
  const latest = useRef({ begun, people })
  useEffect(() => {
    latest.current = { begun, people }
  }, [begun, people])
  const choose = (person: MentionedPerson | undefined) => {
    const open = latest.current.begun
    if (open !== null && person !== undefined) insertMention(editor, open, person)
    setBegun(null)
  }
  const chooseLatest = useRef(choose)
  useEffect(() => {
    chooseLatest.current = choose
  })
  useEffect(() => {
    const { quill } = editor
    const follow = () => setBegun(findBegun(editor, latest.current.people))
    const press = (event: KeyboardEvent) => {
      const { begun: open } = latest.current
      if (open === null || event.isComposing) return
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const { found, active } = open
      if (by !== 0) setBegun({ ...open, active: (active + by + found.length) % found.length })
      else if (event.key === 'Enter' || event.key === 'Tab') chooseLatest.current(found[active])
      else if (event.key === 'Escape') setBegun(null)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const leave = () => setBegun(null)
    quill.on('editor-change', follow)
    // Before the editor itself, which would begin a new line.
    const place = quill.root.parentElement
    place?.addEventListener('keydown', press, { capture: true })
    quill.root.addEventListener('blur', leave)
    return () => {
      quill.off('editor-change', follow)
      place?.removeEventListener('keydown', press, { capture: true })
      quill.root.removeEventListener('blur', leave)
    }
  }, [editor])
  const activeId = begun === null ? null : `${id}-${begun.active}`
  useEffect(() => {
    const textbox = editor.quill.root
    if (activeId === null) {
      textbox.removeAttribute('aria-activedescendant')
      textbox.removeAttribute('aria-controls')
      return
    }
    textbox.setAttribute('aria-controls', id)
    textbox.setAttribute('aria-activedescendant', activeId)
    document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [editor, id, activeId])
  if (begun === null) return null
  return (
    <div id={id} role="listbox" aria-label={richTextTexts.people} className={styles.people}>
      {begun.found.map((person, index) => (
        // The text keeps the focus and handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === begun.active}
          translate="no"
          className={styles.person}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <Avatar name={person.name} picture={person.picture} size={24} />
          {person.name}
        </div>
      ))}
    </div>
  )
}

/** An at sign inside a word, as in an address, begins no mention. */
function findBegun({ quill }: QuillEditor, people: readonly MentionedPerson[]): BegunMention | null {
  const range = quill.hasFocus() ? quill.getSelection() : null
  if (range === null || range.length > 0) return null
  const before = readTextBefore(quill, range.index)
  const typed = /(?:^|[\s(\ufffc])@([^\s@]*)$/u.exec(before)?.[1]
  if (typed === undefined) return null
  const wanted = fold(typed)
  const found = people.filter(
    ({ name }) =>
      fold(name)
        .split(/[\s.@_-]+/u)
        .some((part) => part.startsWith(wanted)) || fold(name).startsWith(wanted),
  )
  if (found.length === 0) return null
  const length = typed.length + 1
  return { start: range.index - length, length, found: found.slice(0, mostFound), active: 0 }
}

/** A mention counts as one character, as in the positions of the editor. */
function readTextBefore(quill: QuillEditor['quill'], index: number): string {
  const start = Math.max(0, index - longestName)
  return quill
    .getContents(start, index - start)
    .ops.map(({ insert }) => (typeof insert === 'string' ? insert : '\ufffc'))
    .join('')
}

function insertMention({ quill }: QuillEditor, { start, length }: BegunMention, { id, name }: MentionedPerson): void {
  quill.deleteText(start, length, 'user')
  quill.insertEmbed(start, 'mention', { id, name }, 'user')
  quill.insertText(start + 1, ' ', 'user')
  quill.setSelection(start + 2, 0, 'user')
}
