import type { Log } from '../ports/log.ts'

export type StopPart = () => Promise<void>

/** Records what was started and stops it in reverse, so that nothing stops while a later part still depends on it. */
export interface ShutdownHooks {
  add(name: string, stop: StopPart): void
  stop(): Promise<void>
}

export function createShutdownHooks(log: Log): ShutdownHooks {
  const parts: { name: string; stop: StopPart }[] = []
  let stopping: Promise<void> | undefined
  const stopAll = async () => {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      try {
        await part.stop()
      } catch (error) {
        // A part that fails to stop must not leave the others running.
        log.error({ part: part.name, error: String(error) }, 'a part of the server did not stop cleanly')
      }
    }
  }
  return {
    add: (name, stop) => void parts.push({ name, stop }),
    stop: () => (stopping ??= stopAll()),
  }
}
