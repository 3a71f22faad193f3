import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { Writable } from 'node:stream'
import { DatabaseStartError, DatabaseTooNewError, MigrationError } from '@espalier/postgres'
import { ConfigError, readConfig } from '../config/config.ts'
import { createServerErrorReporter } from '../features/telemetry/telemetry.ts'
import { createLog } from '../reliability/log.ts'
import { startTexts } from '../texts/start.ts'
import { composeErrorReports, describeMailTarget } from './optional-features.ts'
import { type StartProgress, startApp } from './start-app.ts'

const stopLimitMs = 9_500

/** The steps of `npm start`, which shares its terminal with the log. */
interface StartSteps extends StartProgress {
  end(): void
  /** Writes other lines without mixing them with the line of a step. */
  write(text: string): void
}

/** Runs the server until a signal ends it. A start that fails ends the process with one line for the operator. */
export async function runServer(steps: StartSteps | null = null): Promise<void> {
  try {
    await startAndWatchSignals(steps)
  } catch (error) {
    steps?.write('')
    exitWithError(error)
  }
}

async function startAndWatchSignals(steps: StartSteps | null): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env')
  const config = readConfig(process.env, process.cwd())
  const reports = composeErrorReports(config, { warn: (fields, message) => log.warn(fields, message) })
  const onError = reports === null ? undefined : createServerErrorReporter(reports)
  const log = createLog({
    level: config.logLevel,
    isTerminal: process.stdout.isTTY,
    ...(onError && { onError }),
    ...(steps && { destination: createLogDestination(steps) }),
  })
  const starting = startApp(config, log, { reports, ...(steps && { progress: steps }) })
  let isAsked = false
  const end = (signal: string) => {
    if (isAsked) return
    isAsked = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    // A stop during the start waits for the start to finish, because half a start cannot be stopped cleanly.
    void starting.then((app) => app.stop()).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  const { url } = await starting
  if (isAsked) return
  steps?.end()
  process.stdout.write(`${startTexts.ready(config.productName, url, describeMailTarget(config, url))}\n`)
}

const createLogDestination = (steps: StartSteps): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      steps.write(chunk.toString())
      done()
    },
  })

/** An expected failure is one line for the operator; anything else is a bug and keeps its stack. */
function exitWithError(error: unknown): never {
  const isExpected = [ConfigError, DatabaseStartError, DatabaseTooNewError, MigrationError].some(
    (kind) => error instanceof kind,
  )
  const line = error instanceof Error ? (isExpected ? error.message.replaceAll('\n', ' ') : error.stack) : String(error)
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
