import type { ReactNode } from 'react'
import { MoreButton } from '../../shared/MoreButton.tsx'
import { adminTexts as texts } from '../../texts/admin.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { LoadedPages } from './use-pages.ts'
import styles from './Admin.module.css'

interface ListStateProps {
  readonly loaded: Pick<LoadedPages<unknown>, 'pages' | 'hasMore' | 'loadMore' | 'reload'>
  readonly isEmpty: boolean
  readonly emptyText: string
  /** The list itself. */
  readonly children: ReactNode
}

/** A list that is loading, empty, broken or there, with the button for its next page. */
export function ListState({ loaded, isEmpty, emptyText, children }: ListStateProps) {
  const { pages, hasMore, loadMore, reload } = loaded
  if (pages === undefined) {
    return (
      <div aria-busy="true" className={styles.skeleton}>
        <VisuallyHidden>{texts.loading}</VisuallyHidden>
        <Skeleton width="52%" />
        <Skeleton width="67%" />
        <Skeleton width="44%" />
      </div>
    )
  }
  if (pages === null) {
    return (
      <div className={styles.trouble}>
        <p>{texts.failed}</p>
        <Button onClick={reload}>{texts.tryAgain}</Button>
      </div>
    )
  }
  return (
    <>
      {isEmpty ? <p className={styles.nothing}>{emptyText}</p> : children}
      {hasMore && <MoreButton label={texts.more} className={styles.more} onLoad={loadMore} />}
    </>
  )
}
