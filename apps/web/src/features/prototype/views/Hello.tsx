import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { listTopBranches } from '../branches.ts'
import { PrototypeControls } from '../Controls.tsx'
import { Espalier } from '../Espalier.tsx'
import type { PlanViewProps } from '../view-props.ts'

const maxTiers = 6
const initialTiers = 3

/** A plan trained along a wall, grown and pruned by the visitor: every branch a tier, every part of it a leaf. */
export function Hello({ plan }: PlanViewProps) {
  const branches = useMemo(() => listTopBranches(plan, maxTiers), [plan])
  const [wanted, setWanted] = useState(initialTiers)
  const tiers = Math.min(wanted, branches.length)
  return (
    <>
      <PrototypeControls>
        <Button variant="primary" disabled={tiers === branches.length} onClick={() => setWanted(tiers + 1)}>
          Grow a tier
        </Button>
        <Button disabled={tiers === 1} onClick={() => setWanted(tiers - 1)}>
          Prune a tier
        </Button>
        <output>{tiers === 1 ? 'A tree with one tier' : `A tree with ${tiers} tiers`}</output>
      </PrototypeControls>
      <Espalier title={plan.title} branches={branches.slice(0, tiers)} />
    </>
  )
}
