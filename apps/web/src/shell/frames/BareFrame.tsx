import { pageConfig } from '../../data/config/index.ts'
import { Link } from '../../ui/Link.tsx'
import { Wordmark } from '../../ui/Wordmark.tsx'
import { LoadedPage } from './LoadedPage.tsx'
import styles from './BareFrame.module.css'

/** Around the pages that lead into the product: no top bar, only the name. */
export const BareFrame = () => (
  <div className={styles.frame}>
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        <Wordmark name={pageConfig().productName} />
      </Link>
    </header>
    <LoadedPage />
  </div>
)
