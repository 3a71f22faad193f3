import { pageConfig } from '../../data/config/index.ts'
import { Link } from '../../ui/Link.tsx'
import { Wordmark } from '../../ui/Wordmark.tsx'
import styles from './BrandHeader.module.css'

/** Only the name, for those who have no top bar. */
export const BrandHeader = () => (
  <header className={styles.header}>
    <Link to="/" className={styles.brand}>
      <Wordmark name={pageConfig().productName} />
    </Link>
  </header>
)
