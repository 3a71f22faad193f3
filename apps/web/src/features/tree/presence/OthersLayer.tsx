import type { NodeId } from '@espalier/domain'
import type { CSSProperties } from 'react'
import type { Other } from '../../../data/presence/index.ts'
import { useCell } from '../../../platform/cell.ts'
import type { CanvasStage } from '../canvas/stage.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './OthersLayer.module.css'

interface OthersLayerProps {
  readonly bench: Workbench
  readonly stage: CanvasStage
}

/** What the others have selected. It lies over the nodes: none of them is drawn again for it. */
export function OthersLayer({ bench, stage }: OthersLayerProps) {
  const others = useCell(bench.board.presence.others)
  return others.some(({ nodeIds }) => nodeIds.length > 0) ? <Marks stage={stage} others={others} /> : null
}

const namesShown = 3

function Marks({ stage, others }: { readonly stage: CanvasStage; readonly others: readonly Other[] }) {
  const { ids } = useCell(stage.projection.picture)
  const zoom = useCell(stage.zoom)
  const drawn = new Set(ids)
  // Names stay legible from far out.
  const scale = { '--name-scale': String(Math.max(1, 1 / zoom)) } as CSSProperties
  return (
    <div aria-hidden="true" className={styles.marks} style={scale}>
      {[...whoIsWhere(others)].map(([id, present]) => {
        const rect = drawn.has(id) ? stage.projection.scene.rectOf(id) : undefined
        return rect && <Mark key={id} rect={rect} present={present} />
      })}
    </div>
  )
}

function whoIsWhere(others: readonly Other[]): ReadonlyMap<NodeId, readonly Other[]> {
  const places = new Map<NodeId, Other[]>()
  for (const other of others) {
    for (const id of other.nodeIds) {
      const there = places.get(id)
      if (there === undefined) places.set(id, [other])
      else there.push(other)
    }
  }
  return places
}

interface MarkProps {
  readonly rect: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  readonly present: readonly Other[]
}

function Mark({ rect: { left, top, width, height }, present }: MarkProps) {
  const [first] = present
  const style = { left, top, width, height, '--colour': first?.colour } as CSSProperties
  return (
    <div className={styles.mark} style={style}>
      <div className={styles.names}>
        {present.slice(0, namesShown).map(({ id, name, colour }) => (
          <span key={id} className={styles.name} style={{ backgroundColor: colour }}>
            {name}
          </span>
        ))}
        {present.length > namesShown && <span className={styles.name}>{`+${present.length - namesShown}`}</span>}
      </div>
    </div>
  )
}
