import { readdirSync, readFileSync } from 'node:fs'

/**
 * Returns the CPU time of a process and all its threads so far, in ms, as the kernel counts it (nanoseconds, not clock
 * ticks).
 */
export function spentMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The thread ended between the two reads.
      return 0
    }
  })
  return spent.reduce((sum, one) => sum + one, 0) / 1e6
}
