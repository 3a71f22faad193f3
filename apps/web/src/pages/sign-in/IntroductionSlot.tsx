import { LazyBoundary, lazyComponent } from '../../ui/lazy-component.tsx'

const Introduction = lazyComponent(async () => (await import('./Introduction.tsx')).Introduction)

/**
 * Loads the introduction after the form, which most people came for. If it cannot be loaded, the form stands alone.
 */
export const IntroductionSlot = () => (
  <LazyBoundary>
    <Introduction />
  </LazyBoundary>
)
