import { type NodeStatus, statusMarkPaths, statusMarkSize } from '@espalier/domain'
import { useMemo, useState } from 'react'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { listTopBranches, type PlanBranch } from '../drawing/plan-tree.ts'
import { truncateLabel } from '../drawing/scene.ts'
import { type PlanViewProps, PrototypeControls } from '../drawing/view-parts.tsx'
import styles from './Espalier.module.css'

interface EspalierProps {
  readonly title: string
  /** The lowest branch comes first. */
  readonly branches: readonly PlanBranch[]
}

const tierHeight = 72
const lowestTierReach = 210
const leavesPerArm = 4

/** Draws a trunk and tiers of branches, the lowest the widest, with leaves alternating right and left. */
function Espalier({ title, branches }: EspalierProps) {
  const height = (branches.length + 1) * tierHeight
  return (
    <svg
      // An inline drawing has no image file.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={prototypeTexts.espalier.label(title, branches.length)}
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

/** Alternates right and left, the first ones at the ends. */
function positionLeaf(at: number, reach: number) {
  const fromEnd = Math.floor(at / 2)
  const x = reach * (1 - fromEnd / leavesPerArm)
  return { x: at % 2 === 0 ? x : -x, y: fromEnd === 0 ? -32 : -12 }
}

interface LeafProps {
  readonly status: NodeStatus
  readonly title: string
  readonly x: number
  readonly y: number
}

const Leaf = ({ status, title, x, y }: LeafProps) => (
  <g className={styles.leaf} data-status={status} transform={`translate(${x} ${y})`}>
    <title>{title}</title>
    <circle r="9" />
    <path transform={`translate(${-statusMarkSize / 2} ${-statusMarkSize / 2})`} d={statusMarkPaths[status]} />
  </g>
)

const maxTiers = 6
const initialTiers = 3

/** A plan as an espalier that the visitor grows and prunes: every branch is a tier, every part of it a leaf. */
export function Hello({ plan }: PlanViewProps) {
  const branches = useMemo(() => listTopBranches(plan, maxTiers), [plan])
  const [wanted, setWanted] = useState(initialTiers)
  const tiers = Math.min(wanted, branches.length)
  return (
    <>
      <PrototypeControls>
        <Button variant="primary" disabled={tiers === branches.length} onClick={() => setWanted(tiers + 1)}>
          {prototypeTexts.espalier.grow}
        </Button>
        <Button disabled={tiers === 1} onClick={() => setWanted(tiers - 1)}>
          {prototypeTexts.espalier.prune}
        </Button>
        <output>{prototypeTexts.espalier.tiers(tiers)}</output>
      </PrototypeControls>
      <div translate="no">
        <Espalier title={plan.title} branches={branches.slice(0, tiers)} />
      </div>
    </>
  )
}
