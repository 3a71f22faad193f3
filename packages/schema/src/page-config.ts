/** The content of /config.json. Nothing in it is secret. */
export interface PageConfig {
  readonly productName: string
  /** If absent, the page derives it from its own host. */
  readonly apiUrl?: string
  /** Present only with an external Kratos. */
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
    /** Whether addresses are proven by a mailed code before others can find them. Absent means no. */
    readonly verifyEmail?: boolean
    /** Absent means yes. False in production without SMTP_URL: mails are stored, not sent, and the page says so. */
    readonly mail?: boolean
    /**
     * Whether the page reports errors to the server, which forwards them to the operator's receiver. Absent means no.
     */
    readonly errorReports?: boolean
    /** Absent means yes. False: people sign in at a provider and nowhere else. */
    readonly passwords?: boolean
    /** Whether the page reports page views. Absent means no. */
    readonly pageViews?: boolean
    /** Absent means yes. False if an invitation could not activate anybody. */
    readonly invites?: boolean
    /** Absent means yes. False: the page registers no service worker, so it needs the network. */
    readonly serviceWorker?: boolean
  }
}
export interface SocialProvider {
  readonly id: string
  readonly label: string
  /** A data URL. */
  readonly icon?: string
}
