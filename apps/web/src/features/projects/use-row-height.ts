import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 40rem)'
/** As the stylesheet has them, in rem: a row of the table, and one that is a small card. */
const heights = { wide: 3.5, narrow: 6.25 }
const usualFontPx = 16

const watched = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia(narrow) : null

function subscribe(listener: () => void): () => void {
  const query = watched()
  query?.addEventListener('change', listener)
  window.addEventListener('resize', listener)
  return () => {
    query?.removeEventListener('change', listener)
    window.removeEventListener('resize', listener)
  }
}

function rowHeight(): number {
  const font = Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize)
  const rem = Number.isFinite(font) && font > 0 ? font : usualFontPx
  return rem * (watched()?.matches ? heights.narrow : heights.wide)
}

/** All rows are equally high, so that none has to be measured. In pixels. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, rowHeight)
