import { useEffect, useRef } from 'react'

/**
 * Gives the presentation the whole screen while it lasts, if the browser lets it; otherwise it has the whole window.
 * Leaving the full screen, such as with Esc, ends the presentation.
 */
export function useWholeWindow(onLeave: () => void): void {
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useEffect(() => {
    const page = document.documentElement
    const app = document.querySelector('#root')
    page.dataset['presenting'] = ''
    app?.toggleAttribute('inert', true)
    let isFull = false
    const changed = () => {
      if (document.fullscreenElement !== null) isFull = true
      else if (isFull) leave.current()
    }
    document.addEventListener('fullscreenchange', changed)
    // Refused without a press, in a frame and on some phones.
    void page.requestFullscreen?.({ navigationUI: 'hide' })?.catch(() => undefined)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      delete page.dataset['presenting']
      app?.toggleAttribute('inert', false)
      if (document.fullscreenElement === page) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
}
