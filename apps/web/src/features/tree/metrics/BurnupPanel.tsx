import { type Calendar, createCalendar, type NodeId, plainTextOf, timeResolutions } from '@espalier/domain'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { fetchLives } from '../../../data/transitions/index.ts'
import { useCell, type WritableCell } from '../../../platform/cell.ts'
import { clock } from '../../../platform/clock.ts'
import { Button } from '../../../ui/Button.tsx'
import type { MetricSettings } from '../workbench/view-settings.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './Burnup.module.css'
import { BurnupFigure } from './BurnupFigure.tsx'
import { figuresOf } from './figures.ts'
import { type FetchLives, followLives, type LivesState } from './follow-lives.ts'
import { fitted, keptSize } from './kept-size.ts'
import type { Ledger } from './ledger.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import { useRoom } from './use-room.ts'

export interface BurnupPanelProps {
  readonly bench: Workbench
  readonly metrics: WritableCell<MetricSettings>
  readonly fetch?: FetchLives
}

/** How scope and finished work have grown, over the canvas: of the project, or of one branch. */
export function BurnupPanel({ bench, metrics, fetch = fetchLives }: BurnupPanelProps) {
  const [lives] = useState(() => followLives(bench.board, fetch))
  useEffect(() => lives.start(), [lives])
  const state = useCell(lives.state)
  const topId = useCell(bench.burnupOf)
  const card = useRef<HTMLElement>(null)
  const [size] = useState(keptSize)
  const wanted = useCell(size)
  const room = useRoom(card)
  const drawn = useMemo(() => fitted(wanted, room), [wanted, room])
  const headingId = useId()
  return (
    <section ref={card} aria-labelledby={headingId} className={styles.card}>
      <div className={styles.scroller}>
        <div className={styles.contents} style={{ width: drawn.width }}>
          <Head bench={bench} metrics={metrics} headingId={headingId} state={state} />
          {state.kind === 'known' ? (
            <Counted bench={bench} metrics={metrics} state={state} topId={topId} size={drawn} />
          ) : (
            <Waiting state={state} onRetry={lives.retry} />
          )}
        </div>
      </div>
      <ResizeHandle size={drawn} onResize={size.set} />
    </section>
  )
}

interface HeadProps {
  readonly bench: Workbench
  readonly metrics: WritableCell<MetricSettings>
  readonly headingId: string
  readonly state: LivesState
}

function Head({ bench, metrics, headingId, state }: HeadProps) {
  const { timeResolution } = useCell(metrics)
  const topId = useCell(bench.burnupOf)
  const become = (change: Partial<MetricSettings>) => metrics.set({ ...metrics.get(), ...change })
  const showWhole = () => {
    become({ showBurnup: true })
    bench.burnupOf.set(null)
  }
  const close = () => {
    become({ showBurnup: false })
    bench.burnupOf.set(null)
    leaveFor(bench)
  }
  return (
    <header className={styles.head}>
      <h2 id={headingId} className={styles.heading}>
        {topId === null ? 'Burn-up' : `Burn-up of ${titleIn(bench, state, topId)}`}
      </h2>
      <label className={styles.resolution}>
        Time resolution
        <select value={timeResolution} onChange={(event) => become({ timeResolution: chosen(event.target.value) })}>
          {timeResolutions.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <Button
        size="small"
        look="quiet"
        className={styles.close}
        aria-label="Close burn-up"
        title="Close burn-up"
        onClick={close}
      >
        <X size={18} aria-hidden="true" />
      </Button>
      {topId !== null && (
        <Button size="small" className={styles.whole} onClick={showWhole}>
          Whole project
        </Button>
      )}
    </header>
  )
}

const chosen = (value: string): MetricSettings['timeResolution'] =>
  timeResolutions.find((one) => one === value) ?? 'week'

/** A deleted node's title is known from what became of it. */
function titleIn({ board }: Workbench, state: LivesState, id: NodeId): string {
  const known = state.kind === 'known' ? state.ledger.nodes.get(id)?.title : undefined
  return plainTextOf(board.node(id)?.title ?? known ?? '')
}

/** Whoever closes the chart stands where they stood before. */
function leaveFor({ selection, stage }: Workbench): void {
  const { current } = selection.get()
  if (current === null) document.querySelector<HTMLElement>('main')?.focus()
  else stage.focus(current)
}

function Waiting({ state, onRetry }: { readonly state: LivesState; readonly onRetry: () => void }) {
  if (state.kind === 'loading') return <output className={styles.note}>Counting ...</output>
  return (
    <div role="alert" className={styles.note}>
      <p>The burn-up could not be loaded. Check your connection, then try again.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

interface CountedProps {
  readonly bench: Workbench
  readonly metrics: WritableCell<MetricSettings>
  readonly state: { readonly ledger: Ledger }
  readonly topId: NodeId | null
  readonly size: Parameters<typeof BurnupFigure>[0]['size']
}

function Counted({ bench, metrics, state, topId, size }: CountedProps) {
  const resolution = useCell(metrics, (settings) => settings.timeResolution)
  const [{ zone, calendar }] = useState(viewersCalendar)
  const nowMs = useNow(state)
  const figures = useMemo(
    () => figuresOf(state.ledger, { topId, resolution, calendar, nowMs }),
    [state, topId, resolution, calendar, nowMs],
  )
  if (figures.points.length === 0)
    return <p className={styles.note}>There is nothing to count yet. Create a node, and the chart begins.</p>
  return (
    <BurnupFigure
      // What was chosen belongs to these steps and no others.
      key={`${topId} ${resolution}`}
      bench={bench}
      ledger={state.ledger}
      figures={figures}
      resolution={resolution}
      calendar={calendar}
      zone={zone}
      size={size}
    />
  )
}

function viewersCalendar(): { readonly zone: string; readonly calendar: Calendar } {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { zone, calendar: createCalendar(zone) }
}

const lookAgainMs = 60_000

/** The time of the last news, and of every minute without any. */
function useNow(news: unknown): number {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((last) => last + 1), lookAgainMs)
    return () => clearInterval(timer)
  }, [])
  // They are not read: they say when the clock is to be read again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => clock.now(), [news, minute])
}
