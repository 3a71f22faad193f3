import { formatPrice, type Price } from '@espalier/domain'
import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'
import { useAccess } from '../api/account/access.ts'
import { fetchPrice } from '../api/account/billing.ts'
import { apiBase, pageConfig } from '../api/session/page-config.ts'
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

const toProjects = { page: null, label: 'Go to my projects' } as const

/** Chooses the next step for a subscription status. */
function chooseNextAction(status: string | undefined, isPaid: boolean, hasAccess: boolean): NextAction {
  switch (status) {
    case undefined:
      if (hasAccess) return { text: 'You have access to everything already.', ...toProjects }
      return { text: '', page: '/trial', label: 'Start a Free Trial' }
    case 'trialing':
      return { text: 'Your trial is running.', ...toProjects }
    case 'active':
      return { text: 'Your subscription is active.', ...toProjects }
    case 'canceled':
    case 'incomplete_expired':
      return isPaid
        ? { text: 'Your free trial is used. Subscribe to go on.', page: '/trial', label: 'Subscribe' }
        : { text: 'Your free trial has ended. Ask whoever runs this server to keep it open for you.', ...toProjects }
    default:
      return { text: 'Your subscription needs your attention.', page: '/billing', label: 'Open billing' }
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
    void fetchPrice().then((answer) => isHere && setPrice(answer.ok ? answer.value.price : null))
    return () => {
      isHere = false
    }
  }, [])
  return price === null ? null : <p className={styles.cost}>{formatPrice(price)} after the trial</p>
}

const formatDays = (days: number): string => (days === 1 ? 'one day' : `${days} days`)
