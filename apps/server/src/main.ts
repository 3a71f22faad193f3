import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { DatabaseStartError, DatabaseTooNewError, MigrationError } from '@espalier/postgres'
import { composeErrorReports } from './app/optional-features.ts'
import { startApp } from './app/start-app.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { createServerErrorReporter } from './features/telemetry/telemetry.ts'
import { createLog } from './reliability/log.ts'

const stopLimitMs = 9_500

/** An expected failure is one line for the operator; anything else is a bug and keeps its stack. */
function exitWithError(error: unknown): never {
  const isExpected = [ConfigError, DatabaseStartError, DatabaseTooNewError, MigrationError].some(
    (kind) => error instanceof kind,
  )
  const line = error instanceof Error ? (isExpected ? error.message.replaceAll('\n', ' ') : error.stack) : String(error)
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

async function run(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env')
  const config = readConfig(process.env, process.cwd())
  const reports = composeErrorReports(config, { warn: (fields, message) => log.warn(fields, message) })
  const onError = reports === null ? undefined : createServerErrorReporter(reports)
  const log = createLog({ level: config.logLevel, isTerminal: process.stdout.isTTY, ...(onError && { onError }) })
  const starting = startApp(config, log, reports)
  let isAsked = false
  const end = (signal: string) => {
    if (isAsked) return
    isAsked = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopLimitMs).unref()
    // A stop during the start waits for the start to finish, because half a start cannot be stopped cleanly.
    void starting.then((product) => product.stop()).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  const product = await starting
  if (isAsked) return
  process.stdout.write(`${config.productName} is ready at ${product.url}\n`)
}

await run().catch(exitWithError)
