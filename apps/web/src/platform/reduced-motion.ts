/** Whether nothing shall move by itself; so too where it is not known. */
export const isMotionReduced = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false
