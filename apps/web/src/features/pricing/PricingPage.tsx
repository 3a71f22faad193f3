import { type Price, formatPrice } from '@espalier/domain'
import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'
import { fetchPrice } from '../../data/billing/index.ts'
import { pageConfig } from '../../data/config/index.ts'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './PricingPage.module.css'
import { SubscriptionAction } from './WayIn.tsx'

const includedFeatures = [
  'Projects without a limit on tasks',
  'Editing together, live',
  'Sharing with viewers and editors, or by link',
  'Progress and burn-up charts',
  'Import from Jira, and sync with it',
]

export function PricingPage() {
  const { productName, features } = pageConfig()
  const isFree = features.billing === 'none'
  return (
    <Page
      title="Pricing"
      heading="One plan, everything in it"
      width="narrow"
      lead={
        isFree
          ? `Here ${productName} is run without billing: signing up is all it takes.`
          : `Try all of ${productName} for ${formatDays(features.trialDays)}. No card is needed.`
      }
    >
      <Card className={styles.plan}>
        <h2>{productName}</h2>
        {features.billing === 'stripe' && <PriceAfterTrial />}
        <ul className={styles.list}>
          {includedFeatures.map((text) => (
            <li key={text}>
              <Check size={18} />
              {text}
            </li>
          ))}
        </ul>
        {isFree ? (
          <Link to="/projects" variant="primary">
            Go to my projects
          </Link>
        ) : (
          <SubscriptionAction />
        )}
      </Card>
    </Page>
  )
}

function PriceAfterTrial() {
  const [price, setPrice] = useState<Price | null>(null)
  useEffect(() => {
    let isHere = true
    void fetchPrice().then((known) => isHere && setPrice(known))
    return () => {
      isHere = false
    }
  }, [])
  return price === null ? null : <p className={styles.cost}>{formatPrice(price)} after the trial</p>
}

const formatDays = (days: number): string => (days === 1 ? 'one day' : `${days} days`)
