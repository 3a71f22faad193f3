/** Tells whether nothing should move by itself; true also when it is not known. */
export const isMotionReduced = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false
