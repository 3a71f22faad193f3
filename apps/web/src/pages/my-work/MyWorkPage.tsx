import { limits } from '@espalier/domain'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { myWork, useMyWork, type WorkItem } from '../../api/my-work.ts'
import { preloadCode } from '../../platform/code-loading.ts'
import { useLocation } from '../../platform/router.tsx'
import { clock } from '../../platform/timing.ts'
import { CopyNotice } from '../../shared/CopyNotice.tsx'
import { MoreButton } from '../../shared/MoreButton.tsx'
import { useListKeys } from '../../shared/use-list-keys.ts'
import { myWorkTexts } from '../../texts/my-work.ts'
import { withElements } from '../../texts/with-elements.tsx'
import { Button, Link } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { findToday, type Grouping, groupings, groupWork, type WorkGroup } from './group-work.ts'
import { useDone } from './use-done.ts'
import { WorkRow } from './WorkRow.tsx'
import styles from './MyWork.module.css'

/** The current day, which changes while the page is open. */
function useToday(): string {
  const [today, setToday] = useState(() => findToday(clock.now()))
  useEffect(() => {
    const timer = window.setInterval(() => setToday(findToday(clock.now())), limits.listClockMs)
    return () => window.clearInterval(timer)
  }, [])
  return today
}

/** Lists what is assigned to the person in all projects. */
export function MyWorkPage() {
  const state = useMyWork()
  // Preloaded so that the way into a project works after the connection is lost.
  useEffect(() => void preloadCode(), [])
  return (
    <Page title={myWorkTexts.title} width="regular">
      {state.kind === 'loading' && <WorkSkeleton />}
      {state.kind === 'failed' && <WorkError />}
      {state.kind === 'loaded' && state.isCopied === true && <CopyNotice />}
      {state.kind === 'loaded' && <WorkList items={state.items} hasMore={state.next !== null} />}
    </Page>
  )
}

interface WorkListProps {
  readonly items: readonly WorkItem[]
  readonly hasMore: boolean
}

const readGrouping = (hash: string): Grouping => groupings.find((one) => hash === `#by=${one}`) ?? 'date'

const keyElements = { key: (name: string) => <kbd>{name}</kbd> }

function WorkList({ items, hasMore }: WorkListProps) {
  const today = useToday()
  const grouping = readGrouping(useLocation().hash)
  const groups = useMemo(() => groupWork(items, grouping, today), [items, grouping, today])
  const shown = useMemo(() => groups.flatMap((group) => group.items), [groups])
  const focusReopened = useRef<(id: string) => void>(() => undefined)
  const [reopened] = useState(() => (id: string) => focusReopened.current(id))
  const { markDone } = useDone(reopened)
  const { list, onKeyDown, focusLater } = useListKeys(shown, { attribute: 'data-node-id', onSpace: markDone })
  useEffect(() => {
    focusReopened.current = focusLater
  }, [focusLater])
  if (items.length === 0 && !hasMore) return <NoWork />
  return (
    <>
      <div className={styles.tools}>
        <p>{withElements(myWorkTexts.keys, keyElements)}</p>
        <GroupingChoice current={grouping} />
      </div>
      {/* The keys belong to the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} aria-label={myWorkTexts.title} className={styles.groups} onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <WorkGroupPart key={group.id} group={group} today={today} onDone={markDone} />
        ))}
      </ul>
      {hasMore && <MoreButton label={myWorkTexts.more} className={styles.more} onLoad={myWork.loadMore} />}
    </>
  )
}

const GroupingChoice = ({ current }: { readonly current: Grouping }) => (
  <nav aria-label={myWorkTexts.groupBy}>
    <span aria-hidden="true">{myWorkTexts.groupBy}</span>
    {groupings.map((grouping) => (
      <Link key={grouping} to={`/my-work#by=${grouping}`} aria-current={grouping === current ? 'true' : undefined}>
        {myWorkTexts.grouping[grouping]}
      </Link>
    ))}
  </nav>
)

interface WorkGroupPartProps {
  readonly group: WorkGroup
  readonly today: string
  onDone(item: WorkItem): void
}

function WorkGroupPart({ group: { heading, items }, today, onDone }: WorkGroupPartProps) {
  const id = useId()
  const text = heading.kind === 'due' ? myWorkTexts.groups[heading.due] : heading.title
  return (
    <li>
      <h2 id={id} aria-label={myWorkTexts.groupWithCount(text, items.length)}>
        <span translate={heading.kind === 'project' ? 'no' : undefined}>{text}</span>
        <span>{items.length}</span>
      </h2>
      <ul aria-labelledby={id}>
        {items.map((item) => (
          <WorkRow key={item.id} item={item} today={today} hasProject={heading.kind === 'due'} onDone={onDone} />
        ))}
      </ul>
    </li>
  )
}

const NoWork = () => (
  <EmptyState heading={myWorkTexts.empty.heading}>
    <p>{myWorkTexts.empty.explanation}</p>
    <Link to="/projects" variant="primary">
      {myWorkTexts.empty.projects}
    </Link>
  </EmptyState>
)

/** A toast shows the error; this card offers a retry. */
const WorkError = () => (
  <Card className={styles.trouble}>
    <h2>{myWorkTexts.failed}</h2>
    <p>{myWorkTexts.failedAdvice}</p>
    <Button variant="primary" onClick={() => void myWork.load()}>
      {myWorkTexts.tryAgain}
    </Button>
  </Card>
)

const skeletonRows = ['58%', '44%', '67%', '39%']

const WorkSkeleton = () => (
  <div aria-busy="true" className={styles.skeleton}>
    <VisuallyHidden>{myWorkTexts.loading}</VisuallyHidden>
    {skeletonRows.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
