// Runs in every measured page, including the product's, before anything of the page itself, so that all are observed by
// the same code.

/** The time until something was painted: two animation frames after it was first seen. */
export interface Painted {
  readonly ms: number
  /** The frames from the start to the one that painted it. */
  readonly frames: number
}

export interface Eye {
  untilPainted(start: number, isSeen: () => boolean): Promise<Painted>
  isInView(element: Element | null | undefined): boolean
  /** Returns the unobstructed, fully visible element with room for a child beside it that is nearest to the middle. */
  nearestToMiddle(boxes: Iterable<readonly [string, Element]>): string | null
  startFrames(): void
  /** Returns the times between frames since `startFrames`, in ms. */
  stopFrames(): number[]
  /** Reports the time of the next press of this key after its event has been handled. */
  onKey(key: string, handled: (start: number) => void): void
}

declare global {
  interface Window {
    eye: Eye
  }
}

/** Within these edges no toolbar of a page covers a box. */
const clear = { left: 20, top: 90, right: 880, bottom: 700 }

let frameTimes: number[] = []
let nextFrame = 0

/** Runs after the current task and its microtasks. */
function soon(act: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    act()
  })
  port1.start()
  port2.postMessage(null)
}

/** Painting follows the callbacks of a frame at once; the message arrives after it. */
const afterPaint = (callback: () => void): number => requestAnimationFrame(() => soon(callback))

function countFrame(at: number): void {
  frameTimes.push(at)
  nextFrame = requestAnimationFrame(countFrame)
}

function isInView(element: Element | null | undefined): boolean {
  if (!element) return false
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return right > left && bottom > top && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
}

window.eye = {
  isInView,
  untilPainted: (start, isSeen) =>
    new Promise((resolve) => {
      let frames = 0
      const seen = () =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ ms: performance.now() - start, frames })))
      const check = () =>
        afterPaint(() => {
          frames += 1
          if (isSeen()) seen()
          else check()
        })
      if (!isSeen()) return check()
      frames = 1
      seen()
    }),
  nearestToMiddle(boxes) {
    let nearest: string | null = null
    let distance = Infinity
    for (const [id, element] of boxes) {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      if (left < clear.left || top < clear.top || right > clear.right || bottom > clear.bottom || right <= left)
        continue
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const away = Math.hypot(x - innerWidth / 2, y - innerHeight / 2)
      const over = document.elementFromPoint(x, y)
      if (away >= distance || !over || !(element.contains(over) || over.contains(element))) continue
      nearest = id
      distance = away
    }
    return nearest
  },
  startFrames() {
    frameTimes = []
    nextFrame = requestAnimationFrame(countFrame)
  },
  stopFrames() {
    cancelAnimationFrame(nextFrame)
    return frameTimes.slice(1).map((at, index) => at - (frameTimes[index] ?? at))
  },
  onKey(key, handled) {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key) return
      window.removeEventListener('keydown', listen, true)
      const start = performance.now()
      soon(() => handled(start))
    }
    window.addEventListener('keydown', listen, true)
  },
}
