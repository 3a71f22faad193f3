import Ellipsis from 'lucide-react/icons/ellipsis'
import { memo, useState } from 'react'
import { formatFullTime, formatWhen } from '../../shared/time-in-words.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { commentTexts as texts } from '../../texts/comments.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentReactions } from './CommentReactions.tsx'
import type { CommentContext } from './comment-context.ts'
import { formatDraftName } from './comment-texts.ts'
import type { ShownComment } from './use-comments.ts'
import styles from './Comments.module.css'

interface CommentItemProps {
  readonly context: CommentContext
  readonly comment: ShownComment
  /** Names the thread. */
  readonly nameId?: string | undefined
}

/** One comment: who wrote it, when, the text, and what can be done with it. */
export const CommentItem = memo(function CommentItem({ context, comment, nameId }: CommentItemProps) {
  const { comments, rights, people, now } = context
  const isOwn = comment.unsent !== null || comment.author?.id === rights.personId
  const author = context.findAuthor(comment)
  const [isEditing, setEditing] = useState(
    () => isOwn && comments.texts.read(formatDraftName('edit', comment.id)) !== null,
  )
  const save = async (html: string) => context.describe(await comments.edit(comment, html))
  return (
    <div className={styles.comment} data-comment-id={comment.id}>
      <Avatar name={author.name} picture={author.picture} size={28} />
      <div className={styles.content}>
        <div className={styles.head}>
          <strong id={nameId} translate={author.isFormer ? undefined : 'no'} className={styles.name}>
            {author.name}
          </strong>
          <time
            dateTime={new Date(comment.createdAt).toISOString()}
            title={formatFullTime(comment.createdAt)}
            className={styles.time}
          >
            {formatWhen(comment.createdAt, now)}
          </time>
          {comment.editedAt !== null && !comment.isDeleted && (
            <span className={styles.time} title={formatFullTime(comment.editedAt)}>
              {texts.edited}
            </span>
          )}
          {comment.unsent === null && !comment.isDeleted && (
            <CommentMenu context={context} comment={comment} isOwn={isOwn} onEdit={() => setEditing(true)} />
          )}
        </div>
        {comment.isDeleted ? (
          <p className={styles.note}>{texts.deleted}</p>
        ) : isEditing ? (
          <CommentComposer
            label={texts.editComment}
            sendLabel={texts.save}
            draftName={formatDraftName('edit', comment.id)}
            texts={comments.texts}
            initialHtml={comment.body}
            people={people}
            takesFocus
            onSend={save}
            onClose={() => setEditing(false)}
          />
        ) : (
          <RichText html={comment.body} hasMentions className={styles.body} />
        )}
        {comment.unsent !== null && <UnsentNote context={context} comment={comment} />}
        {comment.unsent === null && !comment.isDeleted && rights.personId !== null && (
          <CommentReactions
            comment={comment}
            ownId={rights.personId}
            canWrite={rights.canWrite}
            findName={context.findName}
            onReact={(emoji) => void comments.react(comment, emoji).then(context.report)}
          />
        )}
      </div>
    </div>
  )
})

/** Says that a comment waits, or why it was refused. Nothing that was written is lost in between. */
function UnsentNote({ context: { comments, isOnline }, comment: { id, unsent } }: CommentItemProps) {
  if (unsent === null) return null
  if (unsent.fault === '') return <p className={styles.note}>{isOnline ? texts.sending : texts.waiting}</p>
  return (
    <div role="alert" className={styles.fault}>
      <p>{texts.refused(unsent.fault)}</p>
      <Button size="small" onClick={() => comments.outbox.retry(id)}>
        {texts.tryAgain}
      </Button>
      <Button size="small" variant="quiet" onClick={() => comments.outbox.discard(id)}>
        {texts.discard}
      </Button>
    </div>
  )
}

interface CommentMenuProps extends CommentItemProps {
  readonly isOwn: boolean
  onEdit(): void
}

function CommentMenu({ context: { comments, rights, report }, comment, isOwn, onEdit }: CommentMenuProps) {
  const { ask, dialog } = useConfirmation()
  const canEdit = isOwn && rights.canWrite
  if (!canEdit && !isOwn && !rights.canModerate) return null
  const remove = async () => {
    if (await ask(texts.deleteQuestion)) report(await comments.remove(comment))
  }
  return (
    <span className={styles.menu}>
      <Menu label={texts.menu} className={styles.react} triggerContent={<Ellipsis size={16} aria-hidden="true" />}>
        {canEdit && <MenuItem onSelect={onEdit}>{texts.edit}</MenuItem>}
        <MenuItem onSelect={() => void remove()}>{texts.delete}</MenuItem>
      </Menu>
      {dialog}
    </span>
  )
}
