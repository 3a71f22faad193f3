import type { PlanBranch } from './branches.ts'
import styles from './Espalier.module.css'
import { truncateLabel } from './scene/scene.ts'
import { statusPaths } from './status-shapes.ts'

interface EspalierProps {
  readonly title: string
  /** The lowest first. */
  readonly branches: readonly PlanBranch[]
}

const tierHeight = 72
const lowestTierReach = 210
const leavesPerArm = 4

/** A trunk, and tiers of branches, the lowest the widest, with their leaves in turn at the right and the left. */
export function Espalier({ title, branches }: EspalierProps) {
  const height = (branches.length + 1) * tierHeight
  return (
    <svg
      // A drawing, for which no file could be named.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={`Espalier of ${title}: ${branches.length} branches, listed below`}
      className={styles.wall}
      viewBox={`-260 0 520 ${height}`}
    >
      <path className={styles.bark} d={`M0 ${height}V${tierHeight * 0.4}`} />
      {branches.map((branch, tier) => (
        <Tier
          key={branch.node.id}
          branch={branch}
          y={height - (tier + 0.6) * tierHeight}
          reach={lowestTierReach * (1 - tier / (branches.length + 2))}
        />
      ))}
    </svg>
  )
}

interface TierProps {
  readonly branch: PlanBranch
  readonly y: number
  readonly reach: number
}

const Tier = ({ branch: { node, parts }, y, reach }: TierProps) => (
  <g transform={`translate(0 ${y})`}>
    <path className={styles.bark} d={`M0 0H${reach - 24}q24 0 24 -26M0 0H${24 - reach}q-24 0 -24 -26`} />
    {parts.slice(0, 2 * leavesPerArm).map((part, at) => (
      <Leaf key={part.id} status={part.status} title={part.title} {...positionLeaf(at, reach)} />
    ))}
    <text y="22">{truncateLabel(node.title)}</text>
  </g>
)

/** Right and left in turn, the first ones at the ends. */
function positionLeaf(at: number, reach: number) {
  const fromEnd = Math.floor(at / 2)
  const x = reach * (1 - fromEnd / leavesPerArm)
  return { x: at % 2 === 0 ? x : -x, y: fromEnd === 0 ? -32 : -12 }
}

interface LeafProps {
  readonly status: keyof typeof statusPaths
  readonly title: string
  readonly x: number
  readonly y: number
}

const Leaf = ({ status, title, x, y }: LeafProps) => (
  <g className={styles.leaf} data-status={status} transform={`translate(${x} ${y})`}>
    <title>{title}</title>
    <circle r="9" />
    <path d={statusPaths[status]} />
  </g>
)
