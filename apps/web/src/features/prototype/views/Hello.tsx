import { useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { branchesOf } from '../branches.ts'
import { Controls } from '../Controls.tsx'
import { Espalier } from '../Espalier.tsx'
import type { ViewProps } from '../view-props.ts'

const mostTiers = 6
const tiersAtFirst = 3

/** A plan trained along a wall, grown and pruned by the visitor: every branch a tier, every part of it a leaf. */
export function Hello({ plan }: ViewProps) {
  const branches = useMemo(() => branchesOf(plan, mostTiers), [plan])
  const [wanted, setWanted] = useState(tiersAtFirst)
  const tiers = Math.min(wanted, branches.length)
  return (
    <>
      <Controls>
        <Button look="primary" disabled={tiers === branches.length} onClick={() => setWanted(tiers + 1)}>
          Grow a tier
        </Button>
        <Button disabled={tiers === 1} onClick={() => setWanted(tiers - 1)}>
          Prune a tier
        </Button>
        <output>{tiers === 1 ? 'A tree with one tier' : `A tree with ${tiers} tiers`}</output>
      </Controls>
      <Espalier title={plan.title} branches={branches.slice(0, tiers)} />
    </>
  )
}
