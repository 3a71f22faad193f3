import type { Log } from '../ports/log.ts'

export type StopPart = () => Promise<void>

/** What was started, so that it ends in reverse: nothing is stopped while a later part still leans on it. */
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
        // One part that fails to stop must not leave the ones below it running.
        log.error({ part: part.name, error: String(error) }, 'a part did not stop cleanly')
      }
    }
  }
  return {
    add: (name, stop) => void parts.push({ name, stop }),
    stop: () => (stopping ??= stopAll()),
  }
}
