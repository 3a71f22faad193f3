import { useEffect, useId, useMemo, useSyncExternalStore } from 'react'
import { inbox, type Notification } from '../../api/inbox-list.ts'
import { allowedPictureUrl } from '../../api/people.ts'
import { preloadCode } from '../../platform/code-loading.ts'
import { MoreButton } from '../../shared/MoreButton.tsx'
import { formatFullTime, formatWhen, useMinuteClock } from '../../shared/time-in-words.ts'
import { useListKeys } from '../../shared/use-list-keys.ts'
import { inboxTexts as texts } from '../../texts/inbox.ts'
import { withElements } from '../../texts/with-elements.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, Link } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { formatNotificationAddress, groupNotifications, type NotificationGroup } from './group-notifications.ts'
import styles from './Inbox.module.css'

/** Lists what concerns the person in all projects, by node. */
export function InboxPage() {
  const state = useSyncExternalStore(inbox.subscribe, inbox.get)
  useEffect(() => {
    const reload = () => void inbox.load()
    reload()
    window.addEventListener('online', reload)
    // Preloaded so that the way into a project works after the connection is lost.
    void preloadCode()
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <Page title={texts.title} width="regular">
      {state.kind === 'loading' && <InboxSkeleton />}
      {state.kind === 'failed' && <InboxError />}
      {state.kind === 'loaded' && <InboxList items={state.items} hasMore={state.next !== null} />}
    </Page>
  )
}

interface InboxListProps {
  readonly items: readonly Notification[]
  readonly hasMore: boolean
}

const keyElements = { key: (name: string) => <kbd>{name}</kbd> }
/** The page has reported a failure already, and the list is as before. */
const markRead = (item: Notification) => void inbox.markRead([item.id])
const markAllRead = () => void inbox.markRead('all')

function InboxList({ items, hasMore }: InboxListProps) {
  const groups = useMemo(() => groupNotifications(items), [items])
  const shown = useMemo(() => groups.flatMap((group) => group.items), [groups])
  const { list, onKeyDown } = useListKeys(shown, { attribute: 'data-notification-id', onSpace: markRead })
  const now = useMinuteClock()
  if (items.length === 0 && !hasMore) return <NothingNew />
  return (
    <>
      <div className={styles.tools}>
        <p>{withElements(texts.keys, keyElements)}</p>
        <Button size="small" disabled={!hasMore && items.every(({ isRead }) => isRead)} onClick={markAllRead}>
          {texts.markAllRead}
        </Button>
      </div>
      {/* The keys belong to the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} aria-label={texts.title} className={styles.groups} onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <Group key={group.key} group={group} now={now} />
        ))}
      </ul>
      {hasMore && <MoreButton label={texts.more} className={styles.more} onLoad={inbox.loadMore} />}
    </>
  )
}

interface GroupProps {
  readonly group: NotificationGroup
  readonly now: number
}

function Group({ group: { nodeTitle, projectTitle, items, unreadCount }, now }: GroupProps) {
  const id = useId()
  const title = nodeTitle === null ? projectTitle : nodeTitle.trim() || texts.untitled
  return (
    <li>
      <h2 id={id} translate="no" aria-label={texts.groupWithCount(title, projectTitle, unreadCount)}>
        <span>{title}</span>
        {nodeTitle !== null && <span>{projectTitle}</span>}
      </h2>
      <ul aria-labelledby={id}>
        {items.map((item) => (
          <Row key={item.id} item={item} now={now} />
        ))}
      </ul>
    </li>
  )
}

function Row({ item, now }: { readonly item: Notification; readonly now: number }) {
  const { id, isRead, by, text, at } = item
  return (
    <li data-notification-id={id} data-unread={isRead ? undefined : ''} className={styles.row}>
      <Avatar name={by?.email ?? ''} picture={by === null ? null : allowedPictureUrl(by.picture)} size={28} />
      <Link
        to={formatNotificationAddress(item)}
        translate="no"
        aria-keyshortcuts="Space"
        onClick={() => markRead(item)}
      >
        {!isRead && <VisuallyHidden>{`${texts.unread} `}</VisuallyHidden>}
        {text}
      </Link>
      <time dateTime={new Date(at).toISOString()} title={formatFullTime(at)}>
        {formatWhen(at, now)}
      </time>
      {!isRead && (
        <button
          type="button"
          aria-label={texts.markRead(text)}
          data-tooltip={texts.markRead(text)}
          onClick={() => markRead(item)}
        />
      )}
    </li>
  )
}

const NothingNew = () => (
  <EmptyState heading={texts.empty.heading}>
    <p>{texts.empty.explanation}</p>
    <Link to="/user" variant="secondary">
      {texts.empty.settings}
    </Link>
  </EmptyState>
)

const InboxError = () => (
  <Card className={styles.trouble}>
    <h2>{texts.failed}</h2>
    <p>{texts.failedAdvice}</p>
    <Button variant="primary" onClick={() => void inbox.load()}>
      {texts.tryAgain}
    </Button>
  </Card>
)

const skeletonRows = ['58%', '44%', '67%', '39%']

const InboxSkeleton = () => (
  <div aria-busy="true" className={styles.skeleton}>
    <VisuallyHidden>{texts.loading}</VisuallyHidden>
    {skeletonRows.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
