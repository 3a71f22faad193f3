import type { ReactNode } from 'react'
import { formTexts } from '../../texts/forms.ts'
import { frameTexts } from '../../texts/frame.ts'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Page } from '../Page.tsx'
import { joinClasses } from '../join-classes.ts'
import { FormMessage } from './Form.tsx'
import styles from './AuthPage.module.css'
import formMessageStyles from './FormMessage.module.css'
import socialButtonsStyles from './SocialButtons.module.css'

interface AuthPageProps {
  readonly title: string
  readonly heading: string
  readonly lead?: string
  /** Links to the other sign-in pages below the card. */
  readonly footer: ReactNode
  /** Shown beside the form, or below it on a narrow screen. */
  readonly introduction?: ReactNode
  readonly children: ReactNode
}

/** A sign-in page: one card with one form. */
export function AuthPage({ title, heading, lead, footer, introduction = null, children }: AuthPageProps) {
  const form = (
    <>
      <Card>
        <div className={styles.card}>{children}</div>
      </Card>
      <div className={styles.footer}>{footer}</div>
    </>
  )
  return (
    <Page
      title={title}
      heading={heading}
      width={introduction === null ? 'narrow' : 'introduced'}
      {...(lead === undefined ? {} : { lead })}
    >
      {introduction === null ? (
        form
      ) : (
        <div className={styles.columns}>
          <div className={styles.form}>{form}</div>
          {introduction}
        </div>
      )}
    </Page>
  )
}

interface SocialButtonsProps {
  readonly providers: readonly { readonly id: string; readonly label: string; readonly icon?: string | undefined }[]
  /** Whether there is a form above them. */
  readonly isAlternative?: boolean
  /** The provider the browser is leaving for. */
  readonly busyId: string | null
  /** Returns the text of a provider's button. */
  describeProvider(provider: string): string
  onChoose(providerId: string): void
}

/** The social sign-in buttons below the form; hidden when there are none. */
export function SocialButtons({
  providers,
  isAlternative = true,
  busyId,
  describeProvider,
  onChoose,
}: SocialButtonsProps) {
  if (providers.length === 0) return null
  return (
    <div className={socialButtonsStyles.ways}>
      {isAlternative && (
        <p className={socialButtonsStyles.or}>
          <span>{formTexts.or}</span>
        </p>
      )}
      {providers.map(({ id, label, icon }) => (
        <Button key={id} isBusy={busyId === id} className={socialButtonsStyles.way} onClick={() => onChoose(id)}>
          {icon === undefined ? (
            <span aria-hidden="true" className={socialButtonsStyles.mark}>
              {label.slice(0, 1)}
            </span>
          ) : (
            <img src={icon} alt="" className={socialButtonsStyles.icon} />
          )}
          {describeProvider(label)}
        </Button>
      ))}
    </div>
  )
}

interface FlowNoticesProps {
  readonly messages: readonly { readonly text: string; readonly type: 'info' | 'error' | 'success' }[]
}

/** The service's own notices: confirm your identity, link an account, the form expired. */
export const FlowNotices = ({ messages }: FlowNoticesProps) =>
  messages.map((message) => <FormMessage key={message.text} tone={message.type} text={message.text} />)

interface FlowErrorProps {
  readonly text: string
  readonly detail: string
  onRetry(): void
}

/** Shown when the service gave no form. The typed values stay. */
export const FlowError = ({ text, detail, onRetry }: FlowErrorProps) => (
  <div
    role="alert"
    className={joinClasses(formMessageStyles.message, formMessageStyles.error, formMessageStyles.stack)}
  >
    <strong>{text}</strong>
    <span>{detail}</span>
    <Button size="small" onClick={onRetry}>
      {frameTexts.tryAgain}
    </Button>
  </div>
)
