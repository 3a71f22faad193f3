import { useState } from 'react'
import { pageConfig } from '../../data/config/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Espalier } from './Espalier.tsx'
import styles from './HelloPage.module.css'

const tierLimits = { min: 1, max: 6 }

/** An open demonstration: a tree trained along a wall, grown and pruned by the visitor. */
export function HelloPage() {
  const [tiers, setTiers] = useState(3)
  return (
    <Page
      title="Hello"
      lead={`A demonstration, open to everyone: an espalier is a tree trained flat along a wall. ${pageConfig().productName} does the same to a plan.`}
    >
      <Espalier tiers={tiers} />
      <div className={styles.buttons}>
        <Button look="primary" disabled={tiers === tierLimits.max} onClick={() => setTiers(tiers + 1)}>
          Grow a tier
        </Button>
        <Button disabled={tiers === tierLimits.min} onClick={() => setTiers(tiers - 1)}>
          Prune a tier
        </Button>
      </div>
    </Page>
  )
}
