import { type Calendar, createCalendar, type NodeId, timeResolutions, toPlainText } from '@espalier/domain'
import type { EndRange } from '@espalier/domain/forecast'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { fetchNodeTransitions } from '../../api/transitions.ts'
import { useCell, type WritableCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { burnupTexts as texts } from '../../texts/burnup.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyBoundary, lazyComponent } from '../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { MetricSettings } from '../workspace/view-settings.ts'
import { BurnupChart } from './BurnupChart.tsx'
import { createStoredChartSize, fitChartSize, ResizeHandle, useAvailableSize } from './chart-size.tsx'
import { countBurnup } from './count-burnup.ts'
import {
  type FetchNodeTransitions,
  followTransitionLog,
  type TransitionLog,
  type TransitionLogState,
} from '../forecast/transition-log.ts'
import styles from './Burnup.module.css'

const WhenDone = lazyComponent(async () => (await import('../forecast/WhenDone.tsx')).WhenDone)

export interface BurnupPanelProps {
  readonly workspace: ProjectWorkspace
  readonly metrics: WritableCell<MetricSettings>
  readonly fetch?: FetchNodeTransitions
}

/** Shows how scope and finished work have grown, over the canvas: for the project, or for one branch. */
export function BurnupPanel({ workspace, metrics, fetch = fetchNodeTransitions }: BurnupPanelProps) {
  const [log] = useState(() => followTransitionLog(workspace.client, fetch))
  useEffect(() => log.start(), [log])
  const state = useCell(log.state)
  const topId = useCell(workspace.burnupNodeId)
  const card = useRef<HTMLElement>(null)
  const [size] = useState(createStoredChartSize)
  const wanted = useCell(size)
  const room = useAvailableSize(card)
  const drawn = useMemo(() => fitChartSize(wanted, room), [wanted, room])
  const headingId = useId()
  const [range, setRange] = useState<EndRange | null>(null)
  return (
    <section ref={card} aria-labelledby={headingId} className={styles.card}>
      <div className={styles.scroller}>
        <div className={styles.contents} style={{ width: drawn.width }}>
          <BurnupHead workspace={workspace} metrics={metrics} headingId={headingId} state={state} />
          {state.kind === 'known' ? (
            <>
              <LoadedBurnup
                workspace={workspace}
                metrics={metrics}
                state={state}
                topId={topId}
                size={drawn}
                range={range}
              />
              <LazyBoundary>
                <WhenDone client={workspace.client} topId={topId} log={state} onRange={setRange} />
              </LazyBoundary>
            </>
          ) : (
            <BurnupPlaceholder state={state} onRetry={log.retry} />
          )}
        </div>
      </div>
      <ResizeHandle size={drawn} onResize={size.set} />
    </section>
  )
}

interface BurnupHeadProps {
  readonly workspace: ProjectWorkspace
  readonly metrics: WritableCell<MetricSettings>
  readonly headingId: string
  readonly state: TransitionLogState
}

function BurnupHead({ workspace, metrics, headingId, state }: BurnupHeadProps) {
  const { timeResolution } = useCell(metrics)
  const topId = useCell(workspace.burnupNodeId)
  const become = (change: Partial<MetricSettings>) => metrics.set({ ...metrics.get(), ...change })
  const showWhole = () => {
    become({ showBurnup: true })
    workspace.burnupNodeId.set(null)
  }
  const close = () => {
    become({ showBurnup: false })
    workspace.burnupNodeId.set(null)
    restoreFocus(workspace)
  }
  return (
    <header className={styles.head}>
      <h2 id={headingId} className={styles.heading}>
        {topId === null ? texts.heading : texts.headingOfBranch(findTitle(workspace, state, topId))}
      </h2>
      <label className={styles.resolution}>
        {texts.resolution}
        <select
          value={timeResolution}
          onChange={(event) => become({ timeResolution: parseResolution(event.target.value) })}
        >
          {timeResolutions.map((one) => (
            <option key={one} value={one}>
              {texts.resolutions[one]}
            </option>
          ))}
        </select>
      </label>
      <Button
        size="small"
        variant="quiet"
        className={styles.close}
        aria-label={texts.close}
        title={texts.close}
        onClick={close}
      >
        <X size={18} aria-hidden="true" />
      </Button>
      {topId !== null && (
        <Button size="small" className={styles.whole} onClick={showWhole}>
          {texts.wholeProject}
        </Button>
      )}
    </header>
  )
}

const parseResolution = (value: string): MetricSettings['timeResolution'] =>
  timeResolutions.find((one) => one === value) ?? 'week'

/** A deleted node's title is known from the transition log. */
function findTitle({ client }: ProjectWorkspace, state: TransitionLogState, id: NodeId): string {
  const known = state.kind === 'known' ? state.ledger.nodes.get(id)?.title : undefined
  return toPlainText(client.node(id)?.title ?? known ?? '')
}

/** Restores the focus from before the chart was opened. */
function restoreFocus({ selection, map }: ProjectWorkspace): void {
  const { current } = selection.get()
  if (current === null) document.querySelector<HTMLElement>('main')?.focus()
  else map.focus(current)
}

function BurnupPlaceholder({ state, onRetry }: { readonly state: TransitionLogState; readonly onRetry: () => void }) {
  if (state.kind === 'loading') return <output className={styles.note}>{texts.loading}</output>
  return (
    <div role="alert" className={styles.note}>
      <p>{texts.notLoaded}</p>
      <Button size="small" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

interface LoadedBurnupProps {
  readonly workspace: ProjectWorkspace
  readonly metrics: WritableCell<MetricSettings>
  readonly state: { readonly ledger: TransitionLog }
  readonly topId: NodeId | null
  readonly size: Parameters<typeof BurnupChart>[0]['size']
  /** The range of the simulated futures below the chart, as soon as there is one. */
  readonly range: EndRange | null
}

function LoadedBurnup({ workspace, metrics, state, topId, size, range }: LoadedBurnupProps) {
  const resolution = useCell(metrics, (settings) => settings.timeResolution)
  const [{ zone, calendar }] = useState(createViewerCalendar)
  const nowMs = useUpdateTime(state)
  const counted = useMemo(
    () => countBurnup(state.ledger, { topId, resolution, calendar, nowMs }),
    [state, topId, resolution, calendar, nowMs],
  )
  const figures = useMemo(() => ({ ...counted, simulated: range }), [counted, range])
  if (figures.points.length === 0) return <p className={styles.note}>{texts.empty}</p>
  return (
    <BurnupChart
      // A chosen step belongs to this branch and resolution.
      key={`${topId} ${resolution}`}
      workspace={workspace}
      ledger={state.ledger}
      figures={figures}
      resolution={resolution}
      calendar={calendar}
      zone={zone}
      size={size}
    />
  )
}

function createViewerCalendar(): { readonly zone: string; readonly calendar: Calendar } {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { zone, calendar: createCalendar(zone) }
}

const clockTickMs = 60_000

/** Returns the time of the last update, or of the last minute without one. */
function useUpdateTime(news: unknown): number {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((last) => last + 1), clockTickMs)
    return () => clearInterval(timer)
  }, [])
  // The dependencies are not read: they say when the clock has to be read again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => clock.now(), [news, minute])
}
