import Bell from 'lucide-react/icons/bell'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { fetchWatch, type WatchLevels } from '../../api/comment-settings.ts'
import { useLocation } from '../../platform/router.tsx'
import { commentTexts as texts } from '../../texts/comments.ts'
import { watchTexts } from '../../texts/watching.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuNote, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { parseAddressHash } from '../workspace/project-address.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentThread } from './CommentThread.tsx'
import { changeWatch } from './watching.ts'
import { useCommentContext } from './comment-context.ts'
import { formatDraftName } from './comment-texts.ts'
import type { ProjectComments } from './project-comments.ts'
import { type CommentRights, useCommentRights, useProjectComments, useThreads } from './use-comments.ts'
import styles from './Comments.module.css'

interface CommentSectionProps {
  readonly workspace: ProjectWorkspace
  readonly nodeId: string
}

/** The comments of a node in its panel. Visitors by a link, and those of the tour, see none. */
export function CommentSection({ workspace, nodeId }: CommentSectionProps) {
  const rights = useCommentRights(workspace.client)
  if (!workspace.hasServer || !rights.canRead || rights.personId === null) return null
  return <OpenedSection workspace={workspace} nodeId={nodeId} rights={rights} personId={rights.personId} />
}

interface OpenedSectionProps extends CommentSectionProps {
  readonly rights: CommentRights
  readonly personId: string
}

function OpenedSection({ workspace, nodeId, rights, personId }: OpenedSectionProps) {
  const headingId = useId()
  const comments = useProjectComments(workspace.client, personId)
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <header className={styles.head}>
        <h3 id={headingId} className={styles.title}>
          {texts.title}
        </h3>
        <WatchMenu workspace={workspace} nodeId={nodeId} />
      </header>
      {comments === null ? (
        <LoadingNote />
      ) : (
        <Threads key={nodeId} workspace={workspace} nodeId={nodeId} rights={rights} comments={comments} />
      )}
    </section>
  )
}

/** Watches or mutes the node, or the whole project. */
const WatchMenu = (props: CommentSectionProps) => (
  <span className={styles.menu}>
    <Menu label={watchTexts.menu} className={styles.react} triggerContent={<Bell size={16} aria-hidden="true" />}>
      <WatchItems {...props} />
    </Menu>
  </span>
)

/** The setting is read whenever the menu opens, because it may be changed on another device. */
function WatchItems({ workspace, nodeId }: CommentSectionProps) {
  const { projectId } = workspace.client
  const levels = [
    ['all', watchTexts.watch],
    ['none', watchTexts.mute],
    ['mine', watchTexts.usual],
  ] as const
  const [set, setSet] = useState<WatchLevels | null>(null)
  useEffect(() => {
    let isOver = false
    void fetchWatch(projectId, nodeId).then((found) => {
      if (!isOver) setSet(found)
    })
    return () => {
      isOver = true
    }
  }, [projectId, nodeId])
  return (
    <>
      <MenuNote>{watchTexts.thisNode}</MenuNote>
      <MenuRadios
        label={watchTexts.thisNode}
        choices={levels}
        chosen={set?.ofNode ?? null}
        onChoose={(level) => void changeWatch(workspace, nodeId, level)}
      />
      <MenuSeparator />
      <MenuNote>{watchTexts.wholeProject}</MenuNote>
      <MenuRadios
        label={watchTexts.wholeProject}
        choices={levels}
        chosen={set?.ofProject ?? null}
        onChoose={(level) => void changeWatch(workspace, null, level)}
      />
    </>
  )
}

const LoadingNote = () => (
  <div aria-busy="true">
    <VisuallyHidden>{texts.loading}</VisuallyHidden>
    <Skeleton width="70%" />
  </div>
)

interface ThreadsProps extends CommentSectionProps {
  readonly rights: CommentRights
  readonly comments: ProjectComments
}

function Threads({ workspace, nodeId, rights, comments }: ThreadsProps) {
  const { state, threads } = useThreads(comments, nodeId)
  const context = useCommentContext(workspace, comments, rights)
  const addressedId = parseAddressHash(useLocation().hash).comment
  const feed = useRef<HTMLDivElement>(null)
  useAddressedComment(feed, addressedId)
  const send = (body: string) => {
    comments.outbox.add({ nodeId, parentId: null, body })
    return ''
  }
  return (
    <>
      {/* The keys move the focus between the articles inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={feed}
        role="feed"
        tabIndex={-1}
        aria-label={texts.title}
        aria-busy={state === 'loading'}
        className={styles.feed}
        onKeyDown={moveInFeed}
      >
        {threads.map((thread, index) => (
          <CommentThread
            key={thread.first.id}
            context={context}
            thread={thread}
            position={index + 1}
            count={threads.length}
            isAddressed={[thread.first, ...thread.replies].some(({ id }) => id === addressedId)}
          />
        ))}
      </div>
      {state === 'loading' && threads.length === 0 && <LoadingNote />}
      {state === 'loaded' && threads.length === 0 && (
        <p className={styles.note}>{rights.canWrite ? texts.empty : texts.emptyForReaders}</p>
      )}
      {state === 'failed' && (
        <div role="alert" className={styles.fault}>
          <p>{texts.notLoaded}</p>
          <Button size="small" onClick={() => void comments.load(nodeId)}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {rights.canWrite ? (
        <CommentComposer
          label={texts.write}
          sendLabel={texts.send}
          draftName={formatDraftName('node', nodeId)}
          texts={comments.texts}
          people={context.people}
          onSend={send}
        />
      ) : (
        <p className={styles.note}>{texts.readersOnly}</p>
      )}
    </>
  )
}

/** Page Down and Page Up move between threads, as in every feed. */
function moveInFeed(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0
  if (by === 0 || !(event.target instanceof Element) || event.target.closest('[role=textbox]') !== null) return
  const threads = [...event.currentTarget.querySelectorAll<HTMLElement>('article')]
  const place = threads.findIndex((thread) => thread.contains(document.activeElement))
  event.preventDefault()
  threads[place + by]?.focus()
}

/** Shows the comment that an address leads to, once it is there. */
function useAddressedComment(feed: { readonly current: HTMLElement | null }, id: string | null): void {
  const shown = useRef<string | null>(null)
  // After each rendering, because the comment may be loaded later.
  useEffect(() => {
    if (id === null || shown.current === id) return
    const found = feed.current?.querySelector<HTMLElement>(`[data-comment-id="${CSS.escape(id)}"]`)
    if (found == null) return
    shown.current = id
    found.dataset['addressed'] = ''
    found.closest<HTMLElement>('article')?.focus({ preventScroll: true })
    found.scrollIntoView?.({ block: 'center' })
  })
}
