import styles from './Logo.module.css'
import wordmarkStyles from './Wordmark.module.css'

/** A tree trained along a wall. It is decoration: the caller shows the name beside it. */
export const Logo = ({ size = 28 }: { readonly size?: number }) => (
  <svg aria-hidden="true" className={styles.logo} width={size} height={size} viewBox="0 0 32 32">
    <g className={styles.bark}>
      <path d="M16 30V6" />
      <path d="M16 24c-8 0-11-1-11-6" />
      <path d="M16 24c8 0 11-1 11-6" />
      <path d="M16 15.5c-5 0-7-1-7-5" />
      <path d="M16 15.5c5 0 7-1 7-5" />
    </g>
    <g className={styles.leaf}>
      <circle cx="16" cy="4.5" r="3" />
      <circle cx="5" cy="16" r="3" />
      <circle cx="27" cy="16" r="3" />
      <circle cx="9" cy="8.5" r="3" />
      <circle cx="23" cy="8.5" r="3" />
    </g>
  </svg>
)

export const Wordmark = ({ name }: { readonly name: string }) => (
  <span className={wordmarkStyles.wordmark}>
    <Logo />
    <span translate="no" className={wordmarkStyles.name}>
      {name}
    </span>
  </span>
)
