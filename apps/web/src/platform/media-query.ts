import { useCallback, useSyncExternalStore } from 'react'

/** Below this width the page is arranged for a phone. Stylesheets repeat the figure, because they cannot import it. */
export const phoneScreen = '(max-width: 40rem)'

/** Follows a media query. False where the browser does not know media queries. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia?.(query)
      list?.addEventListener?.('change', listener)
      return () => list?.removeEventListener?.('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false)
}
