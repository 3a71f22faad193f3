type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** What the modules of a test file started on the page and did not end. */
export interface Leftovers {
  endAll(): void
}

/**
 * Watches timers, frames, channels and listeners on the page. Only those of our own modules end: a library is loaded
 * once for all files, and would wait forever for a timer that it believes to be running.
 */
export function watchLeftovers(): Leftovers {
  const ends: (() => void)[] = []
  const watch = (end: () => void): void => void ends.push(end)
  watchTimers(watch)
  watchFrames(watch)
  watchChannels(watch)
  for (const target of [document, document.documentElement, document.head, document.body]) watchListeners(target, watch)
  watchListeners(globalThis, watch)
  return {
    endAll() {
      for (const end of ends.splice(0)) end()
    },
  }
}

type Watch = (end: () => void) => void

function watchTimers(watch: Watch): void {
  const { setTimeout, setInterval, clearTimeout } = globalThis
  for (const [name, start] of Object.entries({ setTimeout, setInterval })) {
    const watched = (...args: readonly unknown[]): unknown => {
      const timer: ReturnType<typeof start> = Reflect.apply(start, globalThis, args)
      if (isCalledByOurModules()) watch(() => clearTimeout(timer))
      return timer
    }
    // Node keeps the form that returns a promise on the function itself.
    Object.defineProperties(watched, Object.getOwnPropertyDescriptors(start))
    Object.assign(globalThis, { [name]: watched })
  }
}

function watchFrames(watch: Watch): void {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis
  globalThis.requestAnimationFrame = (callback) => {
    const frame = requestAnimationFrame(callback)
    if (isCalledByOurModules()) watch(() => cancelAnimationFrame(frame))
    return frame
  }
}

function watchChannels(watch: Watch): void {
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      watch(() => this.close())
    }
  }
}

function watchListeners(target: Target, watch: Watch): void {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  target.addEventListener = (...args: Parameters<typeof add>) => {
    add(...args)
    if (isCalledByOurModules()) watch(() => remove(...args))
  }
}

/** Whether the caller of the function that asks is no library. */
function isCalledByOurModules(): boolean {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 3
  // Only the file is needed, and writing the text of a stack takes longer.
  Error.prepareStackTrace = (_error, callers) => callers[2]?.getFileName() ?? ''
  const caller = String(new Error('for its stack').stack)
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return !/node_modules|^node:/.test(caller)
}
