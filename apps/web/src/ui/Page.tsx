import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { setDocumentTitle } from '../platform/page-lifecycle.ts'
import { removePicture } from '../platform/plan-picture.ts'
import { useLocation, useNavigationType } from '../platform/router.tsx'
import { frameTexts } from '../texts/frame.ts'
import { Button } from './Button.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { joinClasses } from './join-classes.ts'
import styles from './Page.module.css'
import skeletonStyles from './Skeleton.module.css'

interface PageProps {
  /** The tab's title: '{title} - {product name}'. */
  readonly title: string
  /** The h1 if it differs from the title. */
  readonly heading?: ReactNode
  readonly isHeadingHidden?: boolean
  /** One sentence below the heading. */
  readonly lead?: ReactNode
  /** 'introduced': as wide as a narrow page with something beside it, where there is room. */
  readonly width?: 'narrow' | 'introduced' | 'regular' | 'wide'
  /** The page has nothing else, so it is centered. */
  readonly isAlone?: boolean
  readonly children?: ReactNode
}

/** The frame of every screen: one main, one h1, a title. */
export function Page({
  title,
  heading = title,
  isHeadingHidden = false,
  lead,
  width = 'regular',
  isAlone = false,
  children,
}: PageProps) {
  const main = useRef<HTMLElement>(null)
  usePageTitle(title)
  useFocusOnNavigation(main)
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className={joinClasses(styles.page, styles[width], isAlone && styles.alone)}
    >
      <div className={styles.header}>
        <h1>{isHeadingHidden ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </main>
  )
}

const runImmediately = (work: () => void): void => work()

/**
 * The title takes milliseconds, so it can wait until nodes are painted: `when` says for what. Otherwise the title is
 * set in the same commit as the heading: a passive effect runs late on a busy machine, and the tab would show the last
 * page's title.
 */
export function usePageTitle(title: string, when: (work: () => void) => void = runImmediately): void {
  useLayoutEffect(() => {
    let isLeft = false
    when(() => {
      if (!isLeft) setDocumentTitle(title)
    })
    return () => {
      isLeft = true
    }
  }, [title, when])
}

let lastPathname = ''
// The skeleton of a page has the focus of its arrival. When the loaded page replaces it, the focus goes with it.
let wasFocusRemoved = false

// A menu that was opened while the page was loading would close at once; it need not have the focus yet.
const isMenuOrDialogOpen = (): boolean =>
  document.querySelector('[role="menu"], [role="dialog"], dialog[open]') !== null ||
  document.activeElement?.closest('[aria-expanded="true"]') != null

// After a link inside the product the focus would stay on a removed element, and a screen reader would say nothing.
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const isLoadOrBack = useNavigationType() === 'POP'
  useEffect(() => {
    const isArrival = !isLoadOrBack && lastPathname !== pathname
    const isReplacement = wasFocusRemoved && lastPathname === pathname && document.activeElement === document.body
    lastPathname = pathname
    wasFocusRemoved = false
    const element = main.current
    if (
      !(isArrival || isReplacement) ||
      element === null ||
      element.contains(document.activeElement) ||
      isMenuOrDialogOpen()
    )
      return
    element.focus({ preventScroll: true })
  }, [main, pathname, isLoadOrBack])
  useLayoutEffect(() => {
    const element = main.current
    return () => {
      wasFocusRemoved = element?.contains(document.activeElement) === true
    }
  }, [main])
}

/** Gray shapes in place of the page. Screen readers announce one word. */
export const PageSkeleton = () => (
  <main id="main" tabIndex={-1} aria-busy="true" className={skeletonStyles.page}>
    <h1 className={skeletonStyles.heading}>
      <VisuallyHidden>{frameTexts.loading}</VisuallyHidden>
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
  <span aria-hidden="true" className={joinClasses(skeletonStyles.bar, className)} style={{ width }} />
)

interface RetryPageProps {
  readonly title?: string
  readonly sentence?: string
  readonly onRetry: () => void
}

/** The server gave no usable answer. It says so and offers a retry in place. */
export function RetryPage({
  title = frameTexts.unreachable,
  sentence = frameTexts.unreachableLead,
  onRetry,
}: RetryPageProps) {
  useEffect(removePicture, [])
  return (
    <Page title={title} lead={sentence} width="narrow" isAlone>
      <div>
        <Button variant="primary" onClick={onRetry}>
          {frameTexts.tryAgain}
        </Button>
      </div>
    </Page>
  )
}
