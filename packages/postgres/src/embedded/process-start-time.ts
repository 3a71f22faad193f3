import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const unknownStartTime = 'unknown'

/** When a living process began, in words that only compare; null where none lives under this id. */
export function readProcessStartTime(pid: number): string | null {
  return process.platform === 'linux' ? readStartTimeFromProc(pid) : readStartTimeFromPs(pid)
}

/** A process id is given to other programs after its own has ended: only id and beginning together name one. */
export function isProcessRunning(pid: number, started: string): boolean {
  const now = readProcessStartTime(pid)
  return now !== null && (now === started || now === unknownStartTime || started === unknownStartTime)
}

function readStartTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended; only its parent has not looked yet, which in a container may be for ever.
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
