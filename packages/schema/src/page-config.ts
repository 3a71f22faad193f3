/** What /config.json tells the page. Nothing in it is secret. */
export interface PageConfig {
  readonly productName: string
  /** Absent: the page derives it from its own host. */
  readonly apiUrl?: string
  /** Present only where the identity service is a Kratos of the operator's own. */
  readonly identityUrl?: string
  /** The product's own hosts (with ports) that a `next` may lead to. */
  readonly hosts: readonly string[]
  readonly signup: 'open' | 'beta'
  readonly socialProviders: readonly SocialProvider[]
  readonly features: {
    readonly billing: 'none' | 'local' | 'stripe'
    readonly trialDays: number
    readonly ai: 'outline' | 'openai' | 'anthropic' | 'off'
    readonly feedback: 'builtin' | 'canny' | 'quackback' | 'off'
    readonly outbox: boolean
    /** Addresses are proven by a mailed code before others can find them. Absent: they are not. */
    readonly verifyEmail?: boolean
    /** Absent: yes. No in production without SMTP_URL: mails are recorded, not sent, and the page says so. */
    readonly mail?: boolean
    /** Errors of the page are told to the server, which takes them to the operator's receiver. Absent: nothing is told. */
    readonly errorReports?: boolean
    /** The same of page views. */
    readonly pageViews?: boolean
    /** Absent: yes. No where an invite could let nobody in. */
    readonly invites?: boolean
  }
}
export interface SocialProvider {
  readonly id: string
  readonly label: string
}
