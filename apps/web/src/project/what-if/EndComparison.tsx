import type { EstimateUnit } from '@espalier/domain'
import { type CalendarDate, findDateInZone } from '@espalier/domain/planning-dates'
import { compareEnds, type EndShift, findLastDate, type PlanEnd } from '@espalier/domain/what-if-end'
import type { ProjectClient } from '@espalier/sync'
import { useEffect, useId, useState } from 'react'
import { fetchNodeTransitions } from '../../api/transitions.ts'
import { useCell } from '../../platform/cell.ts'
import { forecastTexts } from '../../texts/forecast.ts'
import { lensTexts } from '../../texts/lens.ts'
import { whatIfTexts as texts } from '../../texts/what-if.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { formatShortDate } from '../fields/MonthGrid.tsx'
import { type FetchNodeTransitions, followTransitionLog } from '../forecast/transition-log.ts'
import { getProjectSchedule, toSchedulable } from '../schedule/project-schedule.ts'
import { listUncountedStageIds, useDerivedModel } from '../workspace/derived-model.ts'
import type { DraftStore } from './draft-store.ts'
import { createForecastPairRunner, type ForecastPairState, getWholeRange } from './forecast-pair.ts'
import styles from './WhatIf.module.css'

interface EndComparisonProps {
  readonly live: ProjectClient
  readonly store: DraftStore
  readonly fetch?: FetchNodeTransitions
}

const measures = ['late', 'middle', 'lastDate', 'length'] as const

/** Says when the plan ends now, when it would end with the draft, and how far apart the two are. */
export function EndComparison({ live, store, fetch = fetchNodeTransitions }: EndComparisonProps) {
  const heading = useId()
  const forecasts = useForecastPair(live, store, fetch)
  const unit = useCell(live.project, ({ estimateUnit }) => estimateUnit)
  const hasChanges = useCell(store.judged, ({ fitting }) => fitting.size > 0)
  const planned = usePlannedEnd(live)
  const drafted = usePlannedEnd(store.client)
  const now: PlanEnd = { ...planned, ...readRange(forecasts, 'now') }
  const next: PlanEnd = { ...drafted, ...readRange(forecasts, 'drafted') }
  const shift = compareEnds(now, next)
  const shown = measures.filter((measure) => now[measure] !== null || next[measure] !== null)
  const first = measures.find((measure) => shift[measure] !== null)
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>{texts.end}</h3>
      {shown.length > 0 && (
        <dl className={styles.ends}>
          {shown.map((measure) => (
            <EndRow
              key={measure}
              measure={measure}
              now={now}
              next={next}
              shift={shift}
              unit={unit}
              hasChanges={hasChanges}
            />
          ))}
        </dl>
      )}
      <ForecastNote state={forecasts} isEmpty={shown.length === 0} />
      <VisuallyHidden>
        <output>
          {hasChanges && first !== undefined && !forecasts?.isBusy
            ? texts.moved(texts.measures[first], describeShift(shift, first, unit))
            : ''}
        </output>
      </VisuallyHidden>
    </section>
  )
}

interface EndRowProps {
  readonly measure: keyof PlanEnd
  readonly now: PlanEnd
  readonly next: PlanEnd
  readonly shift: EndShift
  readonly unit: EstimateUnit
  readonly hasChanges: boolean
}

function EndRow({ measure, now, next, shift, unit, hasChanges }: EndRowProps) {
  const days = shift[measure]
  const isMoved = now[measure] !== next[measure]
  return (
    <div className={styles.endRow} data-measure={measure}>
      <dt>{texts.measures[measure]}</dt>
      <dd>
        <EndValue end={now} measure={measure} unit={unit} />
        {isMoved && (
          <>
            <Arrow />
            <strong>
              <EndValue end={next} measure={measure} unit={unit} />
            </strong>
          </>
        )}
        {hasChanges && days !== null && (
          <span className={styles.shift} data-shift={days === 0 ? 'none' : days < 0 ? 'earlier' : 'later'}>
            {describeShift(shift, measure, unit)}
          </span>
        )}
      </dd>
    </div>
  )
}

/** An arrow that is read out as a word. */
export const Arrow = () => (
  <>
    <span aria-hidden="true">→</span>
    <VisuallyHidden>{texts.to}</VisuallyHidden>
  </>
)

interface EndValueProps extends Pick<EndRowProps, 'measure' | 'unit'> {
  readonly end: PlanEnd
}

function EndValue({ end, measure, unit }: EndValueProps) {
  const value = end[measure]
  if (value === null) return <span>{texts.none}</span>
  return typeof value === 'number' ? <span>{lensTexts.amounts[unit](value)}</span> : <ShortDate date={value} />
}

/** Dates are written in the language of the browser. */
export const ShortDate = ({ date }: { readonly date: CalendarDate }) => (
  <span translate="no">{formatShortDate(date)}</span>
)

function describeShift(shift: EndShift, measure: keyof PlanEnd, unit: EstimateUnit): string {
  const by = shift[measure] ?? 0
  if (by === 0) return texts.same
  const size = Math.abs(by)
  if (measure === 'length') return (by < 0 ? texts.shorter : texts.longer)(lensTexts.amounts[unit](size))
  return (by < 0 ? texts.earlier : texts.later)(size)
}

/** Says why there is no forecast, or that it is being computed. */
function ForecastNote({ state, isEmpty }: { readonly state: ForecastPairState | null; readonly isEmpty: boolean }) {
  const forecast = state?.pair?.drafted
  if (state?.isBusy === true) return <p className={styles.note}>{texts.simulating}</p>
  if (forecast?.kind === 'none')
    return <p className={styles.note}>{isEmpty ? texts.noEnd : forecastTexts[forecast.reason]}</p>
  if (forecast?.kind === 'done') return <p className={styles.note}>{forecastTexts.done}</p>
  return forecast === undefined && isEmpty ? <p className={styles.note}>{texts.noEnd}</p> : null
}

/** Null: there is no history, as without a network. */
function useForecastPair(
  live: ProjectClient,
  store: DraftStore,
  fetch: FetchNodeTransitions,
): ForecastPairState | null {
  const [log] = useState(() => followTransitionLog(live, fetch))
  const [runner] = useState(() => createForecastPairRunner(live, store.client))
  useEffect(() => {
    const request = (): void => {
      const known = log.state.get()
      if (known.kind === 'known') runner.request(known)
    }
    const stops = [runner.start(), log.start(), log.state.subscribe(request), store.judged.subscribe(request)]
    request()
    return () => {
      for (const stop of stops) stop()
    }
  }, [log, runner, store])
  const state = useCell(runner.state)
  return useCell(log.state, ({ kind }) => kind === 'failed') ? null : state
}

function readRange(state: ForecastPairState | null, which: 'now' | 'drafted'): Pick<PlanEnd, 'middle' | 'late'> {
  const range = getWholeRange(state?.pair?.[which])
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const toDate = (ms: number): CalendarDate => findDateInZone(ms, zone)
  return range === null ? { middle: null, late: null } : { middle: toDate(range.middleMs), late: toDate(range.lateMs) }
}

/** The end by dates and estimates, which needs no history. */
function usePlannedEnd(client: ProjectClient): Pick<PlanEnd, 'lastDate' | 'length'> {
  const length = useDerivedModel(getProjectSchedule(client)).getCriticalLength()
  const uncounted = listUncountedStageIds(client)
  const lastDate = findLastDate(
    Array.from(client.nodes(), (node) => ({ ...node, isCounted: toSchedulable(node, uncounted).isCounted })),
  )
  // Without an estimate every chain is as long as every other.
  return { lastDate, length: length === 0 ? null : length }
}
