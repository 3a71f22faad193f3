import { getAncestorIds, type NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import type { MouseEvent } from 'react'
import Lock from 'lucide-react/icons/lock'
import { useCell } from '../../platform/cell.ts'
import { lensTexts as texts } from '../../texts/lens.ts'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { getPlainTitle, goToNode } from '../actions/action.ts'
import { useDerivedModel } from '../workspace/derived-model.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { showHiddenNode } from '../workspace/search-state.ts'
import { getProjectDates } from './project-dates.ts'
import { getProjectSchedule } from './project-schedule.ts'
import styles from './NodeSchedule.module.css'

interface NodeScheduleProps {
  readonly workspace: ProjectWorkspace
  readonly node: NodeRecord
}

/** Says in the details why a node cannot start, and with the critical path shown also how far it may slip. */
export function NodeSchedule({ workspace, node }: NodeScheduleProps) {
  const scheduled = useDerivedModel(getProjectSchedule(workspace.client)).get(node.id)
  const violations = useDerivedModel(getProjectDates(workspace.client)).getViolations(node.id)
  const isPathShown = useCell(workspace.lens, ({ kind }) => kind === 'critical')
  if (scheduled === undefined || scheduled.state === 'done') return null
  const { state, openBlockerIds, slack, earliestStart, isCritical } = scheduled
  if (state !== 'blocked' && !isPathShown) return null
  return (
    <section className={styles.schedule}>
      {state === 'blocked' && <OpenBlockers workspace={workspace} node={node} ids={openBlockerIds} />}
      {violations.map(({ blockerId, blockerDue }) => (
        <p key={blockerId} className={styles.tooEarly}>
          {texts.startsTooEarly(getPlainTitle(workspace, blockerId), blockerDue)}
        </p>
      ))}
      {isPathShown && <Figures {...{ workspace, slack, earliestStart, isCritical }} />}
    </section>
  )
}

interface OpenBlockersProps extends NodeScheduleProps {
  readonly ids: readonly NodeId[]
}

function OpenBlockers({ workspace, node, ids }: OpenBlockersProps) {
  return (
    <div className={styles.blocked}>
      <h3>
        <Lock size={16} aria-hidden="true" />
        {texts.blocked}
      </h3>
      <ul aria-label={nodeFieldTexts.labels.blockedBy}>
        {ids.map((id) => (
          <OpenBlocker key={id} workspace={workspace} node={node} id={id} />
        ))}
      </ul>
    </div>
  )
}

interface OpenBlockerProps extends NodeScheduleProps {
  readonly id: NodeId
}

function OpenBlocker({ workspace, node, id }: OpenBlockerProps) {
  const blocker = workspace.client.node(id)
  if (blocker === undefined) return null
  const above = node.blockedByIds.includes(id) ? undefined : findBlockedAncestor(workspace, node.id, id)
  const open = (event: MouseEvent) => {
    // The link can still be opened in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    showHiddenNode(workspace, id)
    goToNode(workspace, id)
    workspace.detailsNodeId.set(id)
  }
  return (
    <li>
      <StatusMark status={blocker.status} label={nodeFieldTexts.statuses[blocker.status]} />
      <span>
        <a href={`#node=${encodeURIComponent(id)}`} translate="no" onClick={open}>
          {getPlainTitle(workspace, id)}
        </a>
        {above !== undefined && (
          <span className={styles.above}>{texts.blocksAbove(getPlainTitle(workspace, above))}</span>
        )}
      </span>
    </li>
  )
}

/** A node waits also for the blockers of what it is part of. */
const findBlockedAncestor = ({ client }: ProjectWorkspace, id: NodeId, blockerId: NodeId): NodeId | undefined =>
  [...getAncestorIds(client.graph, id)].find((above) => client.node(above)?.blockedByIds.includes(blockerId))

interface FiguresProps {
  readonly workspace: ProjectWorkspace
  readonly slack: number
  readonly earliestStart: number
  readonly isCritical: boolean
}

function Figures({ workspace, slack, earliestStart, isCritical }: FiguresProps) {
  const unit = useCell(workspace.client.project, ({ estimateUnit }) => estimateUnit)
  const format = texts.amounts[unit]
  return (
    <dl className={styles.figures}>
      <dt>{texts.slack}</dt>
      <dd>{isCritical ? texts.critical : format(slack)}</dd>
      <dt>{texts.earliestStart}</dt>
      <dd>{earliestStart === 0 ? texts.atOnce : texts.after(format(earliestStart))}</dd>
    </dl>
  )
}
