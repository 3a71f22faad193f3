import { Logo } from './Logo.tsx'
import styles from './Wordmark.module.css'

/** The tree and the product's name. */
export const Wordmark = ({ name }: { readonly name: string }) => (
  <span className={styles.wordmark}>
    <Logo />
    <span className={styles.name}>{name}</span>
  </span>
)
