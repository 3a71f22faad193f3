import type { CSSProperties } from 'react'
import type { Other } from '../../../data/presence/index.ts'
import { useCell } from '../../../platform/cell.ts'
import type { CanvasStage } from '../canvas/stage.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { type Mark, useMarks } from './marks.ts'
import styles from './OthersLayer.module.css'

interface OthersLayerProps {
  readonly bench: Workbench
  readonly stage: CanvasStage
  /** Outlines lie below the nodes, so that one's own outline and the buttons stay in sight; names lie above. */
  readonly part: 'outlines' | 'names'
}

const parts = { outlines: Outlines, names: Names } as const

/** What the others have selected. It lies beside the nodes: none of them is drawn again for it. */
export function OthersLayer({ bench, stage, part }: OthersLayerProps) {
  const others = useCell(bench.board.presence.others)
  const Part = parts[part]
  return others.some(({ nodeIds }) => nodeIds.length > 0) ? <Part stage={stage} others={others} /> : null
}

interface PartProps {
  readonly stage: CanvasStage
  readonly others: readonly Other[]
}

const placeOf = ({ rect: { left, top, width, height } }: Mark) => ({ left, top, width, height })

function Outlines({ stage, others }: PartProps) {
  return (
    <div aria-hidden="true" className={styles.outlines}>
      {useMarks(stage, others).map((mark) => (
        <div
          key={mark.id}
          className={styles.outline}
          style={{ ...placeOf(mark), '--colour': mark.present[0]?.colour } as CSSProperties}
        />
      ))}
    </div>
  )
}

/** Below this zoom there is no room for a name on every node. */
const farZoom = 0.5
const namesShown = 3

function Names({ stage, others }: PartProps) {
  const zoom = useCell(stage.zoom)
  const marks = useMarks(stage, others).filter(({ isCurrent }) => isCurrent || zoom >= farZoom)
  // Names stay legible from far out.
  const scale = { '--name-scale': String(Math.max(1, 1 / zoom)) } as CSSProperties
  return (
    <div aria-hidden="true" className={styles.names} style={scale}>
      {marks.map((mark) => (
        <div key={mark.id} className={styles.place} style={placeOf(mark)}>
          <NamesOf present={mark.present} />
        </div>
      ))}
    </div>
  )
}

const NamesOf = ({ present }: Pick<Mark, 'present'>) => (
  <div className={styles.row}>
    {present.slice(0, namesShown).map(({ id, name, colour }) => (
      <span key={id} className={styles.name} style={{ backgroundColor: colour }}>
        {name}
      </span>
    ))}
    {present.length > namesShown && <span className={styles.name}>{`+${present.length - namesShown}`}</span>}
  </div>
)
