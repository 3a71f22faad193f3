import { execFile } from 'node:child_process'
import { root } from './process.ts'

/** Runs `npm run admin -- ...` of an installation with these settings. */
export const runAdmin = (settings: Record<string, string | undefined>, ...args: readonly string[]) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    const env = { ...process.env, ...settings }
    const program = ['--import', 'tsx', 'apps/server/src/admin/main.ts', ...args]
    execFile(process.execPath, program, { cwd: root, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${out}${err}`.trim() }),
    )
  })
