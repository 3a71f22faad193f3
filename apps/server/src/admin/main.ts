import { existsSync } from 'node:fs'

import { runAdminCommand } from './run-admin.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

process.exitCode = await runAdminCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
})
