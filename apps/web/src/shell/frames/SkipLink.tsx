import styles from './SkipLink.module.css'

/** The hash belongs to filters and nodes, so the jump moves the focus and leaves the address alone. */
export const SkipLink = () => (
  <a
    href="#main"
    className={styles.skip}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    Skip to content
  </a>
)
