import type { NodeId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { Collaborator } from '@espalier/sync'
import type { CSSProperties } from 'react'
import { useCell } from '../../../platform/cell.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import styles from './OthersLayer.module.css'

/** A drawn node that others have selected. */
interface PresenceMark {
  readonly id: NodeId
  readonly rect: Rect
  readonly people: readonly Collaborator[]
}

function usePresenceMarks(map: MapController, others: readonly Collaborator[]): readonly PresenceMark[] {
  const { ids } = useCell(map.renderer.rendered)
  const drawn = new Set(ids)
  const marks: PresenceMark[] = []
  for (const [id, present] of groupPeopleByNode(others)) {
    const rect = drawn.has(id) ? map.renderer.scene.getRect(id) : undefined
    if (rect !== undefined) marks.push({ id, rect, people: present })
  }
  return marks
}

function groupPeopleByNode(others: readonly Collaborator[]): ReadonlyMap<NodeId, readonly Collaborator[]> {
  const peopleByNode = new Map<NodeId, Collaborator[]>()
  for (const other of others) {
    for (const id of other.nodeIds) {
      const there = peopleByNode.get(id)
      if (there === undefined) peopleByNode.set(id, [other])
      else there.push(other)
    }
  }
  return peopleByNode
}

interface OthersLayerProps {
  readonly workspace: ProjectWorkspace
  readonly map: MapController
  /** Outlines are below the nodes, so that the own outline and the buttons stay visible; names are above. */
  readonly part: 'outlines' | 'names'
}

const layerParts = { outlines: SelectionOutlines, names: NameTags } as const

/** Shows the others' selections beside the nodes, so that no node is rendered again. */
export function OthersLayer({ workspace, map, part }: OthersLayerProps) {
  const others = useCell(workspace.client.presence.others)
  const Part = layerParts[part]
  return others.some(({ nodeIds }) => nodeIds.length > 0) ? <Part map={map} others={others} /> : null
}

interface LayerPartProps {
  readonly map: MapController
  readonly others: readonly Collaborator[]
}

const toBoxStyle = ({ rect: { left, top, width, height } }: PresenceMark) => ({ left, top, width, height })

function SelectionOutlines({ map, others }: LayerPartProps) {
  return (
    <div aria-hidden="true" className={styles.outlines}>
      {usePresenceMarks(map, others).map((mark) => (
        <div
          key={mark.id}
          className={styles.outline}
          style={{ ...toBoxStyle(mark), '--colour': mark.people[0]?.colour } as CSSProperties}
        />
      ))}
    </div>
  )
}

/** Below this zoom a name is too small to read, and a larger one would cover the titles around it. */
const farZoom = 0.5
/** More have no room between two levels of the tree. */
const maxNames = 2

function NameTags({ map, others }: LayerPartProps) {
  const zoom = useCell(map.zoom)
  const marks = usePresenceMarks(map, others)
  return zoom < farZoom ? null : (
    <div aria-hidden="true" className={styles.names}>
      {marks.map((mark) => (
        <div key={mark.id} className={styles.place} style={toBoxStyle(mark)}>
          <NameTagRow people={mark.people} />
        </div>
      ))}
    </div>
  )
}

const NameTagRow = ({ people: present }: Pick<PresenceMark, 'people'>) => (
  <div className={styles.row}>
    {present.slice(0, maxNames).map(({ id, name, colour }) => (
      <span key={id} className={styles.name} style={{ backgroundColor: colour }}>
        {name}
      </span>
    ))}
    {present.length > maxNames && <span className={styles.name}>{`+${present.length - maxNames}`}</span>}
  </div>
)
