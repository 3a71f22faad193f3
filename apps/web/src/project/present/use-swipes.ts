import { type PointerEvent, useRef } from 'react'

/** A finger that moves less has pressed. */
const swipePx = 48

interface SwipeEffects {
  readonly onNext: () => void
  readonly onBack: () => void
}

/** Leads on by a swipe to the left and back by one to the right. */
export function useSwipes({ onNext, onBack }: SwipeEffects) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)
  return {
    onPointerDown: ({ isPrimary, pointerType, clientX, clientY }: PointerEvent) => {
      start.current = isPrimary && pointerType !== 'mouse' ? { x: clientX, y: clientY } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (start.current === null) return
      const by = { x: clientX - start.current.x, y: clientY - start.current.y }
      start.current = null
      if (Math.abs(by.x) < swipePx || Math.abs(by.x) < Math.abs(by.y)) return
      if (by.x < 0) onNext()
      else onBack()
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
