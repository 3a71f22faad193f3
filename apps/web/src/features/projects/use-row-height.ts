import { useSyncExternalStore } from 'react'

const narrowScreen = '(max-width: 40rem)'
/** As the stylesheet has them, in rem: a row of the table, and one that is a small card. */
const rowHeightsRem = { wide: 3.5, narrow: 6.25 }
const defaultFontPx = 16

const matchNarrowScreen = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia(narrowScreen) : null

function subscribeToResize(listener: () => void): () => void {
  const query = matchNarrowScreen()
  query?.addEventListener('change', listener)
  window.addEventListener('resize', listener)
  return () => {
    query?.removeEventListener('change', listener)
    window.removeEventListener('resize', listener)
  }
}

function measureRowHeight(): number {
  const font = Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize)
  const rem = Number.isFinite(font) && font > 0 ? font : defaultFontPx
  return rem * (matchNarrowScreen()?.matches ? rowHeightsRem.narrow : rowHeightsRem.wide)
}

/** All rows are equally high, so that none has to be measured. In pixels. */
export const useRowHeight = (): number => useSyncExternalStore(subscribeToResize, measureRowHeight)
