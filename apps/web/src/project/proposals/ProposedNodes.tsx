import type { Rect } from '@espalier/layout'
import { toExcerpt } from '@espalier/domain'
import { createPortal } from 'react-dom'
import type { Proposal } from '../../api/proposals.ts'
import { useCell } from '../../platform/cell.ts'
import { proposalTexts as texts } from '../../texts/proposals.ts'
import { getMapController, type MapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { readData } from './describe-change.ts'
import { placeProposed } from './place-proposed.ts'
import type { ProposalsStore } from './proposals-store.ts'
import styles from './ProposedNodes.module.css'

interface ProposedNodesProps {
  readonly workspace: ProjectWorkspace
  readonly store: ProposalsStore
}

/**
 * Draws what is proposed on the map: new nodes dashed, with the name of who proposes them, and a dashed frame around
 * nodes that would change. The panel has the same for screen readers.
 */
export function ProposedNodes({ workspace, store }: ProposedNodesProps) {
  const isMap = useCell(workspace.view, (view) => view === 'map')
  return isMap ? <ProposedLayer map={getMapController(workspace.map)} store={store} /> : null
}

function ProposedLayer({ map, store }: { readonly map: MapController; readonly store: ProposalsStore }) {
  const proposals = useCell(store.open)
  const { ids } = useCell(map.renderer.rendered)
  const direction = useCell(map.direction)
  const layer = map.renderer.surface?.layer
  if (layer === undefined) return null
  const drawn = ids.flatMap((id) => map.renderer.scene.getRect(id) ?? [])
  const placed = placeProposed(proposals, { direction, drawn, getRect: (id) => map.getRect(id) })
  return createPortal(
    <div aria-hidden="true" className={styles.layer}>
      {placed.map(({ change, rect, parentRect }) => (
        <ProposedLink key={change.id} from={parentRect} to={rect} />
      ))}
      {listChangedNodes(proposals).map((id) => {
        const rect = map.getRect(id)
        return rect && <div key={id} className={styles.frame} style={toStyle(rect)} />
      })}
      {placed.map(({ proposal, change, rect }) => (
        <div key={change.id} className={styles.node} style={toStyle(rect)} data-proposed="true">
          <span className={styles.title}>{toExcerpt(String(readData(change)['title'] ?? ''))}</span>
          <span className={styles.by}>{proposal.tokenName ?? proposal.author?.email ?? texts.formerMember}</span>
        </div>
      ))}
    </div>,
    layer,
  )
}

const toStyle = ({ left, top, width, height }: Rect) => ({ left, top, width, height })

const listChangedNodes = (proposals: readonly Proposal[]): readonly string[] => [
  ...new Set(
    proposals
      .flatMap(({ changes }) => changes)
      .filter(({ op, decision, fits }) => op !== 'create' && decision === null && fits)
      .map(({ nodeId }) => nodeId),
  ),
]

/** A dashed line between the middles of two boxes, which lies below both. */
function ProposedLink({ from, to }: { readonly from: Rect; readonly to: Rect }) {
  const [x1, y1] = [from.left + from.width / 2, from.top + from.height / 2]
  const [x2, y2] = [to.left + to.width / 2, to.top + to.height / 2]
  const length = Math.hypot(x2 - x1, y2 - y1)
  const transform = `rotate(${Math.atan2(y2 - y1, x2 - x1)}rad)`
  return <div className={styles.link} style={{ left: x1, top: y1, width: length, transform }} />
}
