import { existsSync } from 'node:fs'

import { runAdmin } from './run-admin.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
