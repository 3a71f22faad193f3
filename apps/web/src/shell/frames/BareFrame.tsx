import { BrandHeader } from './BrandHeader.tsx'
import { PageOutlet } from './LoadedPage.tsx'
import styles from './BareFrame.module.css'

/** Around the pages that lead into the product: no top bar, only the name. */
export const BareFrame = () => (
  <div className={styles.frame}>
    <BrandHeader />
    <PageOutlet />
  </div>
)
