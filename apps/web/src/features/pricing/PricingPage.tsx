import Check from 'lucide-react/icons/check'
import { apiBase, pageConfig } from '../../data/config/index.ts'
import { useAccess } from '../../data/account/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './PricingPage.module.css'

const included = [
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
      lead={
        isFree
          ? `Here ${productName} is run without billing: signing up is all it takes.`
          : `Try all of ${productName} for ${daysText(features.trialDays)}. No card is needed.`
      }
    >
      <Card className={styles.plan}>
        <h2>{productName}</h2>
        <ul className={styles.list}>
          {included.map((text) => (
            <li key={text}>
              <Check size={18} />
              {text}
            </li>
          ))}
        </ul>
        {isFree ? (
          <Link to="/projects" look="primary">
            Go to my projects
          </Link>
        ) : (
          <WayIn />
        )}
      </Card>
    </Page>
  )
}

function WayIn() {
  const access = useAccess()
  const status = access.kind === 'known' ? access.subscription?.status : undefined
  if (status === 'trialing' || status === 'active')
    return (
      <>
        <p>{status === 'trialing' ? 'Your trial is running.' : 'Your subscription is active.'}</p>
        <Link to="/projects" look="primary">
          Go to my projects
        </Link>
      </>
    )
  return (
    <a href={`${apiBase()}/trial`} className={buttonClass('primary')}>
      Start a Free Trial
    </a>
  )
}

const daysText = (days: number): string => (days === 1 ? 'one day' : `${days} days`)
