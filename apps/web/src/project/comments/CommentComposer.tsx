import { commentLimits, commentTexts as commentRuleTexts, isEmptyBody } from '@espalier/domain'
import { type KeyboardEvent, useState } from 'react'
import { commentTexts as texts } from '../../texts/comments.ts'
import { Button } from '../../ui/Button.tsx'
import type { MentionedPerson } from '../../ui/rich-text/mention-blot.ts'
import { RichTextField } from '../../ui/rich-text/RichTextField.tsx'
import type { CommentTexts } from './comment-texts.ts'
import styles from './Comments.module.css'

interface CommentComposerProps {
  readonly label: string
  readonly sendLabel: string
  /** Under this name what is written stays on the device until it is sent. */
  readonly draftName: string
  readonly texts: CommentTexts
  /** The text to begin with, if there is no draft. */
  readonly initialHtml?: string
  readonly people: readonly MentionedPerson[]
  readonly takesFocus?: boolean
  /** Returns the reason why it could not be sent; empty: it was. */
  onSend(html: string): string | Promise<string>
  /** Omitted: it stays open. */
  readonly onClose?: () => void
}

/** Writes a comment. It is sent by its button or by Ctrl+Enter; Escape closes it and keeps what was written. */
export function CommentComposer({ draftName, initialHtml = '', onSend, onClose, ...props }: CommentComposerProps) {
  const [html, setHtml] = useState(() => props.texts.read(draftName) ?? initialHtml)
  const [turn, setTurn] = useState(0)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isEmpty = isEmptyBody(html)
  const write = (next: string) => {
    setHtml(next)
    setFault('')
    if (isEmptyBody(next) || next === initialHtml) props.texts.remove(draftName)
    else props.texts.write(draftName, next)
  }
  const send = async () => {
    if (isEmpty || isBusy) return
    if (html.length > commentLimits.characters) return setFault(commentRuleTexts.tooLong)
    setBusy(true)
    const reason = await onSend(html)
    setBusy(false)
    setFault(reason)
    if (reason !== '') return
    props.texts.remove(draftName)
    setHtml('')
    setTurn(turn + 1)
    onClose?.()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.stopPropagation()
      void send()
    }
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || onClose === undefined || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    // Sends by a key before the editor begins a new line.
    <div role="presentation" className={styles.composer} onKeyDownCapture={press} onKeyDown={leave}>
      <RichTextField
        key={turn}
        label={props.label}
        initialHtml={turn === 0 ? html : ''}
        onChange={write}
        error={fault}
        takesFocus={props.takesFocus === true || turn > 0}
        mentions={props.people}
        isCompact
      />
      {(!isEmpty || onClose !== undefined) && (
        <div className={styles.buttons}>
          {onClose !== undefined && (
            <Button size="small" variant="quiet" onClick={onClose}>
              {texts.cancel}
            </Button>
          )}
          <Button
            size="small"
            variant="primary"
            isBusy={isBusy}
            disabled={isEmpty}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void send()}
          >
            {props.sendLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
