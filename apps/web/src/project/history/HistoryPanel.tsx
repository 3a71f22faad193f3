import { useEffect, useRef, useState } from 'react'
import { useAuth } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { historyTexts as texts } from '../../texts/history.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { PanelHead, SidePanel } from '../details/SidePanel.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { HistoryGroup } from './HistoryGroup.tsx'
import { formatDay, groupHistoryEntries } from './group-entries.ts'
import { createHistoryStore, type HistoryStore, type HistoryStoreState, refreshOnChange } from './history-store.ts'
import styles from './HistoryPanel.module.css'

const tickMs = 30_000

/** Shows who changed what and when, beside the canvas. */
export function HistoryPanel({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const history = useProjectHistory(workspace)
  const state = useCell(history.state)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  useSinglePanel(workspace)
  const leave = () => {
    workspace.isHistoryOpen.set(false)
    document.querySelector<HTMLElement>('[data-tool="history"]')?.focus()
  }
  return (
    <SidePanel label={texts.title} onClose={leave}>
      <PanelHead title={texts.title} closeLabel={texts.close} closeRef={close} onClose={leave} />
      <HistoryContents workspace={workspace} history={history} state={state} />
    </SidePanel>
  )
}

function useProjectHistory({ client }: ProjectWorkspace): HistoryStore {
  const [history] = useState(() => createHistoryStore(client.projectId))
  useEffect(() => {
    void history.refresh()
    return refreshOnChange(client, () => void history.refresh())
  }, [client, history])
  return history
}

/** There is room for one panel: the one opened last. */
function useSinglePanel({ detailsNodeId: panel, isHistoryOpen: history }: ProjectWorkspace): void {
  useEffect(() => {
    panel.set(null)
    return panel.subscribe(() => {
      if (panel.get() !== null) history.set(false)
    })
  }, [panel, history])
}

interface HistoryContentsProps {
  readonly workspace: ProjectWorkspace
  readonly history: HistoryStore
  readonly state: HistoryStoreState
}

function HistoryContents({ workspace, history, state }: HistoryContentsProps) {
  switch (state.kind) {
    case 'loading':
      return (
        <div aria-busy="true" className={styles.place}>
          <VisuallyHidden>{texts.loading}</VisuallyHidden>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
          <Skeleton width="70%" />
        </div>
      )
    case 'failed':
      return (
        <div role="alert" className={styles.place}>
          <p>{texts.notLoaded}</p>
          <Button size="small" onClick={() => void history.refresh()}>
            {texts.tryAgain}
          </Button>
        </div>
      )
    case 'read':
      return <HistoryDays workspace={workspace} history={history} state={state} />
  }
}

interface HistoryDaysProps extends HistoryContentsProps {
  readonly state: Extract<HistoryStoreState, { readonly kind: 'read' }>
}

function HistoryDays({ workspace, history, state: { page, isReadingMore } }: HistoryDaysProps) {
  const now = useCurrentTime()
  const auth = useAuth()
  const userId = auth.kind === 'person' ? auth.person.id : null
  return (
    <>
      {groupHistoryEntries(page.entries).map(({ start, groups }) => (
        <section key={start} aria-labelledby={`history-${start}`} className={styles.day}>
          <h3 id={`history-${start}`} className={styles.dayName} translate="no">
            {formatDay(start, now)}
          </h3>
          <ol className={styles.groups}>
            {groups.map((group) => (
              <HistoryGroup
                key={group.entries.at(-1)?.seq}
                workspace={workspace}
                history={history}
                group={group}
                now={now}
                isOwn={userId !== null && group.by?.id === userId}
              />
            ))}
          </ol>
        </section>
      ))}
      <div className={styles.place}>
        {page.next !== null && (
          <Button size="small" isBusy={isReadingMore} onClick={() => void history.readMore()}>
            {texts.showMore}
          </Button>
        )}
        {page.next === null && page.keptFrom > 0 && <p className={styles.note}>{texts.noOlder}</p>}
      </div>
    </>
  )
}

/** Updates the relative times. */
function useCurrentTime(): number {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
