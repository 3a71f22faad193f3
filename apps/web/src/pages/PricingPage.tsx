import { formatPrice, type Price, projectTexts } from '@espalier/domain'
import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'
import { useAccess } from '../api/account/access.ts'
import { fetchPrice } from '../api/account/billing.ts'
import { apiBase, pageConfig } from '../api/session/page-config.ts'
import { pricingTexts } from '../texts/pricing.ts'
import { buttonClass, Link } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './PricingPage.module.css'

interface NextAction {
  readonly text: string
  /** Null: the button leads to the projects. */
  readonly page: '/trial' | '/billing' | null
  readonly label: string
}

/** Chooses the next step for a subscription status. */
function chooseNextAction(status: string | undefined, isPaid: boolean, hasAccess: boolean): NextAction {
  const texts = pricingTexts.subscription
  const toProjects = { page: null, label: pricingTexts.goToProjects }
  switch (status) {
    case undefined:
      if (hasAccess) return { text: texts.hasAccess, ...toProjects }
      return { text: '', page: '/trial', label: projectTexts.startTrial }
    case 'trialing':
      return { text: texts.trialing, ...toProjects }
    case 'active':
      return { text: texts.active, ...toProjects }
    case 'canceled':
    case 'incomplete_expired':
      return isPaid
        ? { text: texts.endedPaid, page: '/trial', label: pricingTexts.subscribe }
        : { text: texts.endedLocal, ...toProjects }
    default:
      return { text: texts.needsAttention, page: '/billing', label: pricingTexts.openBilling }
  }
}

function SubscriptionAction() {
  const access = useAccess()
  const status = access.kind === 'known' ? access.subscription?.status : undefined
  const hasAccess = access.kind === 'known' && access.hasAccess
  const { text, page, label } = chooseNextAction(status, pageConfig().features.billing === 'stripe', hasAccess)
  return (
    <>
      {text !== '' && <p>{text}</p>}
      {page === null ? (
        <Link to="/projects" variant="primary">
          {label}
        </Link>
      ) : (
        <a href={`${apiBase()}${page}`} className={buttonClass('primary')}>
          {label}
        </a>
      )}
    </>
  )
}

export function PricingPage() {
  const { productName, features } = pageConfig()
  const isFree = features.billing === 'none'
  return (
    <Page
      title={pricingTexts.title}
      heading={pricingTexts.heading}
      width="narrow"
      lead={isFree ? pricingTexts.leadWithoutBilling(productName) : pricingTexts.lead(productName, features.trialDays)}
    >
      <Card className={styles.plan}>
        <h2 translate="no">{productName}</h2>
        {features.billing === 'stripe' && <PriceAfterTrial />}
        <ul className={styles.list}>
          {Object.values(pricingTexts.features).map((text) => (
            <li key={text}>
              <Check size={18} />
              {text}
            </li>
          ))}
        </ul>
        {isFree ? (
          <Link to="/projects" variant="primary">
            {pricingTexts.goToProjects}
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
    void fetchPrice().then((answer) => isHere && setPrice(answer.ok ? answer.value.price : null))
    return () => {
      isHere = false
    }
  }, [])
  return price === null ? null : <p className={styles.cost}>{pricingTexts.afterTrial(formatPrice(price))}</p>
}
