import {
  type BurnupPoint,
  findStepNodes,
  type NodeId,
  type NodeTransition,
  type StepNode,
  toPlainText,
} from '@espalier/domain'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { burnupTexts as texts } from '../../texts/burnup.ts'
import { Button } from '../../ui/Button.tsx'
import { getPlainTitle, goToNode } from '../actions/action.ts'
import { uncoverNode } from '../details/uncover-node.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { showHiddenNode } from '../workspace/search-state.ts'
import type { TransitionLog } from '../forecast/transition-log.ts'
import styles from './Burnup.module.css'

interface StepListProps {
  readonly workspace: ProjectWorkspace
  readonly ledger: TransitionLog
  readonly entries: readonly NodeTransition[]
  readonly step: BurnupPoint
  readonly period: string
  readonly onClose: () => void
}

/** Nobody reads a longer list. */
const maxListedNodes = 100

/** Lists the nodes of a step of the chart and what each did. */
export function StepList({ workspace, ledger, entries, step, period, onClose }: StepListProps) {
  const nodes = useMemo(() => findStepNodes(entries, step), [entries, step])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div role="presentation" className={styles.step} onKeyDown={press}>
      <header className={styles.stepHead}>
        {/* Takes the focus when the list opens so that it is announced; it is no Tab stop. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <h3 ref={heading} tabIndex={-1} className={styles.stepHeading}>
          {texts.stepHeading(period, nodes.length)}
        </h3>
        <Button size="small" variant="quiet" aria-label={texts.closeStep} title={texts.closeStep} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      <ul aria-label={texts.stepNodes} className={styles.nodes}>
        {nodes.slice(0, maxListedNodes).map((node) => (
          <li key={node.nodeId}>
            <StepListItem workspace={workspace} ledger={ledger} node={node} />
          </li>
        ))}
      </ul>
      {nodes.length > maxListedNodes && (
        <p className={styles.more}>{texts.moreNodes((nodes.length - maxListedNodes).toLocaleString())}</p>
      )}
    </div>
  )
}

interface StepListItemProps {
  readonly workspace: ProjectWorkspace
  readonly ledger: TransitionLog
  readonly node: StepNode
}

function StepListItem({ workspace, ledger, node: { nodeId, parts } }: StepListItemProps) {
  const living = workspace.client.node(nodeId)
  const title = toPlainText(living?.title ?? ledger.nodes.get(nodeId)?.title ?? '') || texts.untitled
  const did = <span className={styles.parts}>{parts.map((part) => texts.stepParts[part]).join(', ')}</span>
  return living === undefined ? (
    <span className={styles.gone}>
      <span translate="no">{title}</span> {did}
    </span>
  ) : (
    <button type="button" className={styles.node} onClick={() => goToStepNode(workspace, nodeId)}>
      <span translate="no">{title}</span> {did}
    </button>
  )
}

/** A wider card leaves no room beside it. */
const wideCardRatio = 0.6

/** Goes to a node and moves it out from under the chart. */
function goToStepNode(workspace: ProjectWorkspace, id: NodeId): void {
  showHiddenNode(workspace, id)
  workspace.map.reveal(id, { isCentred: true })
  goToNode(workspace, id)
  workspace.map.announce(texts.wentToNode(getPlainTitle(workspace, id)))
  requestAnimationFrame(() => requestAnimationFrame(() => uncoverFromCard(workspace, id)))
}

function uncoverFromCard(workspace: ProjectWorkspace, id: NodeId): void {
  const card = document.querySelector(`.${styles.card}`)?.getBoundingClientRect()
  if (card === undefined) return
  const { left, top, width, height } = card
  const isWide = width > window.innerWidth * wideCardRatio
  uncoverNode(workspace.map, id, isWide ? { left: 0, top, width: left + width, height } : { left, top, width, height })
}
