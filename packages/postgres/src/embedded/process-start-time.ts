import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const unknownStartTime = 'unknown'

/** Returns the start time of a running process as an opaque text to compare; null if no process has this id. */
export function readProcessStartTime(pid: number): string | null {
  return process.platform === 'linux' ? readStartTimeFromProc(pid) : readStartTimeFromPs(pid)
}

/** A process id is reused after its process has ended, so only id and start time together identify one. */
export function isProcessRunning(pid: number, started: string): boolean {
  const now = readProcessStartTime(pid)
  return now !== null && (now === started || now === unknownStartTime || started === unknownStartTime)
}

function readStartTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; its parent has not collected it yet, which in a container may never happen.
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return processExists(pid) ? unknownStartTime : null
  }
}

function readStartTimeFromPs(pid: number): string | null {
  try {
    const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' }, stdio: 'pipe' } as const
    const [state = '', ...start] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], options)
      .trim()
      .split(/\s+/)
    return state.startsWith('Z') ? null : start.join(' ')
  } catch {
    return processExists(pid) ? unknownStartTime : null
  }
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
