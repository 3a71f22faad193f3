import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundlesFolder } from '../peer-packages.ts'

export interface CellResult {
  readonly ms: number
  readonly best: number
  readonly first: number
  readonly runs: number
  readonly overlaps: number
  /** Null when links are not cut at the layers. */
  readonly crossings: number | null
}

export interface RenameResult {
  readonly rename: number
  readonly slowest: number
  readonly full: number
}

const program = join(bundlesFolder, 'layout-cell.mjs')

/** Bundles all subjects alike, from the modern source if a package has one. */
export async function bundleCell(): Promise<void> {
  mkdirSync(bundlesFolder, { recursive: true })
  await build({
    entryPoints: [fileURLToPath(new URL('cell.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['elkjs'],
    logLevel: 'warning',
  })
}

/** Null: it did not finish in time and was ended. */
export function runCell<Result>(kind: string, subject: string, size: number, limitMs: number): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, kind, subject, String(size)], { stdio: ['ignore', 'pipe', 'pipe'] })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, limitMs)
    let printed = ''
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (isLate) resolve(null)
      else if (code === 0) resolve(JSON.parse(printed) as Result)
      else reject(new Error(`${subject} at ${size} ended with ${code}:\n${complaint}`))
    })
  })
}
