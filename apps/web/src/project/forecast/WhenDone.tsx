import type { NodeId } from '@espalier/domain'
import type { EndRange } from '@espalier/domain/forecast'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { useEffect, useId, useMemo, useState } from 'react'
import { fetchNodeTransitions } from '../../api/transitions.ts'
import { useCell } from '../../platform/cell.ts'
import { forecastTexts as texts } from '../../texts/forecast.ts'
import { type FetchNodeTransitions, followTransitionLog, type TransitionLogState } from './transition-log.ts'
import { useRollUps } from '../roll-up/project-roll-ups.ts'
import { createForecastRunner, type ProjectForecast } from './forecast-runner.ts'
import styles from './WhenDone.module.css'

interface BranchForecastProps {
  readonly client: ProjectClient
  readonly node: NodeRecord
  readonly fetch?: FetchNodeTransitions
}

/** Says in the details of a node with open nodes below it when its branch may be done. */
export function BranchForecast({ client, node, fetch = fetchNodeTransitions }: BranchForecastProps) {
  const below = useRollUps(client).getBelow(node.id)
  if (below === null || (below.done === below.nodes && node.status === 'done')) return null
  return <LoadedForecast client={client} topId={node.id} fetch={fetch} />
}

interface LoadedForecastProps {
  readonly client: ProjectClient
  readonly topId: NodeId
  readonly fetch: FetchNodeTransitions
}

function LoadedForecast({ client, topId, fetch }: LoadedForecastProps) {
  const [log] = useState(() => followTransitionLog(client, fetch))
  useEffect(() => log.start(), [log])
  const state = useCell(log.state)
  return (
    <div className={styles.branch}>
      <WhenDone client={client} topId={topId} log={state} />
    </div>
  )
}

interface WhenDoneProps {
  readonly client: ProjectClient
  /** Null: the whole project. */
  readonly topId: NodeId | null
  readonly log: TransitionLogState
  /** Called with the range that is shown; null: none is. */
  readonly onRange?: (range: EndRange | null) => void
}

/** Says when a branch or the project may be done, as a range, or plainly why that cannot be said. */
export function WhenDone({ client, topId, log, onRange }: WhenDoneProps) {
  const [runner] = useState(() => createForecastRunner(client))
  const result = useCell(runner.result)
  const heading = useId()
  useEffect(() => runner.start(), [runner])
  useEffect(() => {
    if (log.kind === 'known') runner.request(log.ledger)
  }, [runner, log])
  const range = useMemo(() => (result === null ? null : findRange(result, topId)), [result, topId])
  useEffect(() => onRange?.(range), [onRange, range])
  // Without a network there is no history, and the rest of the panel is still of use.
  if (log.kind === 'failed') return null
  return (
    <section aria-labelledby={heading} className={styles.when}>
      <h3 id={heading}>{texts.heading}</h3>
      {result === null ? <p className={styles.note}>{texts.loading}</p> : <Answer result={result} range={range} />}
    </section>
  )
}

function Answer({ result, range }: { readonly result: ProjectForecast; readonly range: EndRange | null }) {
  const { forecast } = result
  if (forecast.kind === 'failed') return <p className={styles.note}>{texts.failed}</p>
  if (forecast.kind === 'none') return <p className={styles.note}>{texts[forecast.reason]}</p>
  if (range === null) return <p className={styles.note}>{texts.done}</p>
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
  return (
    <>
      <p className={styles.range}>{format.formatRange(range.middleMs, range.lateMs)}</p>
      <p className={styles.note} title={texts.explanation}>
        {texts.futures(format.format(range.lateMs))}
      </p>
    </>
  )
}

/** Null: nothing is open. */
function findRange({ forecast, numbers }: ProjectForecast, topId: NodeId | null): EndRange | null {
  if (forecast.kind !== 'known') return null
  if (topId === null) return forecast.whole
  const at = numbers.get(topId) ?? -1
  const range = { middleMs: forecast.middles[at] ?? Number.NaN, lateMs: forecast.lates[at] ?? Number.NaN }
  return Number.isNaN(range.lateMs) ? null : range
}
