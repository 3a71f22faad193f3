import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ServerProcess {
  readonly child: ChildProcess
  /** Everything it has printed so far, both streams. */
  output(): string
  /** Resolves to its address once it is ready; rejects when it ends before. */
  readonly ready: Promise<string>
  /** Its exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>
}

/** Names the file that `bundleServer` made. */
export const bundleVariable = 'ESPALIER_TEST_SERVER'

/** Starts like an operator would. */
const shipped = ['--import', 'tsx', 'apps/server/src/main.ts']

function programOfThisRun(): readonly string[] {
  const bundled = process.env[bundleVariable]
  return bundled === undefined ? shipped : ['tools/run-bundle.mjs', bundled]
}

interface Launch {
  readonly isFromSources?: boolean
  /** Arguments of Node for another program that runs the server. */
  readonly program?: readonly string[]
}

/** Launches the server's own program; from its sources on request, or when it was not bundled. */
export function launchServer(settings: Record<string, string | undefined>, launch: Launch = {}): ServerProcess {
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...settings }
  const program = launch.program ?? (launch.isFromSources ? shipped : programOfThisRun())
  const child = spawn(process.execPath, program, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const ready = new Promise<string>((resolve, reject) => {
    const record = (chunk: Buffer) => {
      printed.push(chunk.toString())
      const found = / is ready at (http:\S+)/.exec(printed.join(''))
      if (found?.[1]) resolve(found[1])
    }
    child.stdout.on('data', record)
    child.stderr.on('data', record)
    void ended.then((code) => reject(new Error(`the server ended with ${code}:\n${printed.join('')}`)))
  })
  // A test that expects the start to fail only reads `ended`.
  ready.catch(() => undefined)
  return { child, output: () => printed.join(''), ready, ended }
}

export async function stopServer(server: ServerProcess): Promise<number | string> {
  server.child.kill('SIGTERM')
  return server.ended
}
