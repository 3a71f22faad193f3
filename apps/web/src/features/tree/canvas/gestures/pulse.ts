import type { GestureInput } from '@espalier/canvas'

/** The time and the frames that the gesture machine asks for. */
export interface GestureTimers {
  startTimer(afterMs: number): void
  stopTimer(): void
  startFrames(): void
  stopFrames(): void
}

export function createGestureTimers(feed: (input: GestureInput) => void): GestureTimers {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let last = 0

  const beat = (now: number): void => {
    frame = requestAnimationFrame(beat)
    const elapsedMs = now - last
    last = now
    feed({ kind: 'frame', elapsedMs })
  }
  const stopTimer = (): void => clearTimeout(timer)
  const stopFrames = (): void => {
    cancelAnimationFrame(frame)
    frame = 0
  }
  return {
    stopTimer,
    stopFrames,
    startTimer(afterMs) {
      stopTimer()
      timer = setTimeout(() => feed({ kind: 'timer' }), afterMs)
    },
    startFrames() {
      if (frame !== 0) return
      frame = requestAnimationFrame((now) => {
        last = now
        frame = requestAnimationFrame(beat)
      })
    },
  }
}
