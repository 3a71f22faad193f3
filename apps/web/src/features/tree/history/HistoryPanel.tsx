import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAuth } from '../../../data/session/index.ts'
import { useCell } from '../../../platform/cell.ts'
import { clock } from '../../../platform/clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import { type BoardHistory, createHistory, followBoard, type HistoryState } from './create-history.ts'
import { groupEntries } from './group-entries.ts'
import { HistoryGroup } from './HistoryGroup.tsx'
import side from '../panel/SidePanel.module.css'
import styles from './HistoryPanel.module.css'
import { dayText } from './moments.ts'

const tickMs = 30_000

/** Who changed what and when, beside the canvas. */
export function HistoryPanel({ bench }: { readonly bench: Workbench }) {
  const history = useHistory(bench)
  const state = useCell(history.state)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  useGivingWay(bench)
  const leave = () => {
    bench.history.set(false)
    document.querySelector<HTMLElement>('[data-toolbar] [aria-label="History"]')?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  return (
    <aside aria-label="History" className={side.panel}>
      <div role="presentation" className={side.contents} onKeyDown={press}>
        <header className={styles.head}>
          <h2 className={styles.title}>History</h2>
          <Button
            ref={close}
            look="quiet"
            size="small"
            aria-label="Close history"
            title="Close history"
            onClick={leave}
          >
            <X size={18} aria-hidden="true" />
          </Button>
        </header>
        <Contents bench={bench} history={history} state={state} />
      </div>
    </aside>
  )
}

function useHistory({ board }: Workbench): BoardHistory {
  const [history] = useState(() => createHistory(board.projectId))
  useEffect(() => {
    void history.refresh()
    return followBoard(board, () => void history.refresh())
  }, [board, history])
  return history
}

/** There is room for one panel: whichever was asked for last. */
function useGivingWay({ panel, history }: Workbench): void {
  useEffect(() => {
    panel.set(null)
    return panel.subscribe(() => {
      if (panel.get() !== null) history.set(false)
    })
  }, [panel, history])
}

interface ContentsProps {
  readonly bench: Workbench
  readonly history: BoardHistory
  readonly state: HistoryState
}

function Contents({ bench, history, state }: ContentsProps) {
  switch (state.kind) {
    case 'loading':
      return (
        <div aria-busy="true" className={styles.place}>
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
          <Skeleton width="70%" />
        </div>
      )
    case 'failed':
      return (
        <div role="alert" className={styles.place}>
          <p>The history could not be read. Check your connection and try again.</p>
          <Button size="small" onClick={() => void history.refresh()}>
            Try again
          </Button>
        </div>
      )
    case 'read':
      return <Days bench={bench} history={history} state={state} />
  }
}

interface DaysProps extends ContentsProps {
  readonly state: Extract<HistoryState, { readonly kind: 'read' }>
}

function Days({ bench, history, state: { page, isReadingMore } }: DaysProps) {
  const now = useNow()
  const auth = useAuth()
  const userId = auth.kind === 'person' ? auth.person.id : null
  return (
    <>
      {groupEntries(page.entries).map(({ start, groups }) => (
        <section key={start} aria-label={dayText(start, now)} className={styles.day}>
          <h3 className={styles.dayName}>{dayText(start, now)}</h3>
          <ol className={styles.groups}>
            {groups.map((group) => (
              <HistoryGroup
                key={group.entries.at(-1)?.seq}
                bench={bench}
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
            Show more
          </Button>
        )}
        {page.next === null && page.keptFrom > 0 && <p className={styles.note}>Older changes are no longer kept.</p>}
      </div>
    </>
  )
}

/** So that what was just now does not stay so. */
function useNow(): number {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
