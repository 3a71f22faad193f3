import type { NodeId } from '@espalier/domain'
import type { EndRange } from '@espalier/domain/forecast'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { useEffect, useId, useState } from 'react'
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
}

/** Says when a branch or the project may be done, as a range, or plainly why that cannot be said. */
export function WhenDone({ client, topId, log }: WhenDoneProps) {
  const [runner] = useState(() => createForecastRunner(client))
  const result = useCell(runner.result)
  const heading = useId()
  useEffect(() => runner.start(), [runner])
  useEffect(() => {
    if (log.kind === 'known') runner.request(log.ledger)
  }, [runner, log])
  // Without a network there is no history, and the rest of the panel is still of use.
  if (log.kind === 'failed') return null
  return (
    <section aria-labelledby={heading} className={styles.when}>
      <h3 id={heading}>{texts.heading}</h3>
      {result === null ? <p className={styles.note}>{texts.loading}</p> : <Answer result={result} topId={topId} />}
    </section>
  )
}

function Answer({ result, topId }: { readonly result: ProjectForecast; readonly topId: NodeId | null }) {
  const { forecast } = result
  if (forecast.kind === 'none') return <p className={styles.note}>{texts[forecast.reason]}</p>
  const range = forecast.kind === 'done' ? null : findRange(result, topId)
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
