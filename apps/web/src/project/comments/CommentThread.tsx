import Check from 'lucide-react/icons/check'
import { memo, useCallback, useId, useState } from 'react'
import { commentTexts as texts } from '../../texts/comments.ts'
import { Button } from '../../ui/Button.tsx'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentItem } from './CommentItem.tsx'
import type { CommentContext } from './comment-context.ts'
import { formatDraftName } from './comment-texts.ts'
import type { ShownComment, ShownThread } from './use-comments.ts'
import styles from './Comments.module.css'

interface CommentThreadProps {
  readonly context: CommentContext
  readonly thread: ShownThread
  readonly position: number
  readonly count: number
  /** An address leads to a comment of this thread, so that it is not folded. */
  readonly isAddressed: boolean
}

/** A comment with its answers. A resolved thread is folded to one line. */
export function CommentThread({ context, thread, position, count, isAddressed }: CommentThreadProps) {
  const { first, replies } = thread
  const nameId = useId()
  const isResolved = first.resolvedAt !== null
  const [isShown, setShown] = useState(isAddressed)
  const fold = useCallback(() => setShown(false), [])
  const article = {
    tabIndex: 0,
    'aria-posinset': position,
    'aria-setsize': count,
    className: styles.thread,
  }
  if (isResolved && !isShown) {
    const { name } = context.findAuthor(first)
    return (
      // The pattern of a feed: its articles take the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <article {...article} aria-label={texts.resolved} data-resolved="">
        <button type="button" className={styles.folded} onClick={() => setShown(true)}>
          <Check size={16} aria-hidden="true" />
          {texts.showResolved(name, replies.length)}
        </button>
      </article>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article {...article} aria-labelledby={nameId} data-resolved={isResolved ? '' : undefined}>
      <CommentItem context={context} comment={first} nameId={nameId} />
      {replies.length > 0 && (
        <ul className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem context={context} comment={reply} />
            </li>
          ))}
        </ul>
      )}
      <ThreadActions context={context} first={first} onFold={fold} />
    </article>
  )
}

interface ThreadActionsProps {
  readonly context: CommentContext
  readonly first: ShownComment
  onFold(): void
}

const ThreadActions = memo(function ThreadActions({ context, first, onFold }: ThreadActionsProps) {
  const { comments, rights, report } = context
  const draftName = formatDraftName('reply', first.id)
  const [isReplying, setReplying] = useState(() => comments.texts.read(draftName) !== null)
  const [isAsked, setAsked] = useState(false)
  const isResolved = first.resolvedAt !== null
  const isStored = first.unsent === null
  const send = (body: string) => {
    comments.outbox.add({ nodeId: first.nodeId, parentId: first.id, body })
    return ''
  }
  const fold = isResolved && (
    <Button size="small" variant="quiet" onClick={onFold}>
      {texts.hideResolved}
    </Button>
  )
  if (!rights.canWrite) return isResolved ? <div className={styles.actions}>{fold}</div> : null
  if (isReplying)
    return (
      <CommentComposer
        label={texts.writeReply}
        sendLabel={texts.reply}
        draftName={draftName}
        texts={comments.texts}
        people={context.people}
        takesFocus={isAsked}
        onSend={send}
        onClose={() => setReplying(false)}
      />
    )
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        variant="quiet"
        onClick={() => {
          setAsked(true)
          setReplying(true)
        }}
      >
        {texts.reply}
      </Button>
      {isStored && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            onFold()
            void comments.resolve(first, !isResolved).then(report)
          }}
        >
          {isResolved ? texts.reopen : texts.resolve}
        </Button>
      )}
      {fold}
    </div>
  )
})
