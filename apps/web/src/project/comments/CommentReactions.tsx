import { isSingleEmoji } from '@espalier/domain'
import SmilePlus from 'lucide-react/icons/smile-plus'
import { type KeyboardEvent, useId, useState } from 'react'
import { commentTexts as texts } from '../../texts/comments.ts'
import type { ShownComment } from './use-comments.ts'
import styles from './Comments.module.css'

const usualEmojis = ['👍', '❤️', '🎉', '😄', '👀', '✅']

interface CommentReactionsProps {
  readonly comment: ShownComment
  readonly ownId: string
  readonly canWrite: boolean
  findName(id: string): string
  onReact(emoji: string): void
}

/** The reactions to a comment, each with a count, and the choice of more. */
export function CommentReactions({ comment, ownId, canWrite, findName, onReact }: CommentReactionsProps) {
  const [isChoosing, setChoosing] = useState(false)
  const choose = (emoji: string) => {
    setChoosing(false)
    onReact(emoji)
  }
  if (comment.reactions.length === 0 && !canWrite) return null
  return (
    <div className={styles.reactions}>
      {comment.reactions.map(({ emoji, userIds }) => {
        const isOwn = userIds.includes(ownId)
        const name = texts.reaction(emoji, userIds.map(findName).join(', '), isOwn)
        return (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-label={name}
            data-tooltip={name}
            aria-pressed={isOwn}
            disabled={!canWrite}
            onClick={() => onReact(emoji)}
          >
            <span aria-hidden="true">{emoji}</span>
            {userIds.length}
          </button>
        )
      })}
      {canWrite && (
        <button
          type="button"
          className={styles.react}
          aria-label={texts.react}
          data-tooltip={texts.react}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          <SmilePlus size={16} aria-hidden="true" />
        </button>
      )}
      {isChoosing && <EmojiChoice onChoose={choose} onClose={() => setChoosing(false)} />}
    </div>
  )
}

interface EmojiChoiceProps {
  onChoose(emoji: string): void
  onClose(): void
}

/** A few emojis, and a field for any other: the keyboard of the device has them all. */
function EmojiChoice({ onChoose, onClose }: EmojiChoiceProps) {
  const id = useId()
  const [isRefused, setRefused] = useState(false)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  const type = (typed: string) => {
    if (isSingleEmoji(typed)) onChoose(typed)
    else setRefused(typed !== '')
  }
  return (
    // The keys belong to the buttons and the field inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset aria-label={texts.react} className={styles.emojis} onKeyDown={press}>
      {usualEmojis.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          ref={(button) => (index === 0 ? button?.focus() : undefined)}
          aria-label={texts.reactWith(emoji)}
          onClick={() => onChoose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <input
        type="text"
        aria-label={texts.otherEmoji}
        placeholder="…"
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? id : undefined}
        onChange={(event) => type(event.target.value.trim())}
      />
      {isRefused && (
        <p id={id} className={styles.fault}>
          {texts.emojiRefused}
        </p>
      )}
    </fieldset>
  )
}
