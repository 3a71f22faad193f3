import { joinClasses } from './join-classes.ts'
import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Grey shapes where the page will be. Read aloud as one word. */
export const PageSkeleton = () => (
  <main id="main" tabIndex={-1} aria-busy="true" className={styles.page}>
    <h1 className={styles.heading}>
      <VisuallyHidden>Loading</VisuallyHidden>
    </h1>
    <Skeleton width="70%" />
    <Skeleton width="90%" />
    <Skeleton width="55%" />
  </main>
)

interface SkeletonProps {
  readonly width: string
  readonly className?: string | undefined
}

export const Skeleton = ({ width, className }: SkeletonProps) => (
  <span aria-hidden="true" className={joinClasses(styles.bar, className)} style={{ width }} />
)
