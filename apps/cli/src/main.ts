import { parseArgs } from 'node:util'
import { createApi, readApiSettings } from './api.ts'
import type { CommandOptions } from './command-call.ts'
import { commands } from './commands.ts'
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.ts'
import { commandTexts, helpText } from './texts.ts'

const optionTypes = {
  project: { type: 'string' },
  parent: { type: 'string' },
  node: { type: 'string' },
  depth: { type: 'string' },
  watch: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function parseCommand(given: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...given], options: optionTypes, allowPositionals: true })
    return { options: values, words: positionals }
  } catch (error) {
    throw new CommandFailure(exitCodes.usage, error instanceof Error ? error.message : String(error))
  }
}

async function runProgram(given: readonly string[], stop: AbortSignal): Promise<ExitCode> {
  const { options, words } = parseCommand(given)
  const [name = 'help', ...rest] = words
  if (name === 'help' || options.help === true) {
    process.stdout.write(helpText)
    return exitCodes.done
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new CommandFailure(exitCodes.usage, commandTexts.unknown(name))
  const extra = rest[command.mostWords]
  if (extra !== undefined) throw new CommandFailure(exitCodes.usage, commandTexts.tooMany(name, extra))
  if (command.needs !== undefined && (rest[0] ?? '').trim() === '') {
    throw new CommandFailure(exitCodes.usage, commandTexts.missing(name, command.needs))
  }
  return command.run({
    api: createApi(readApiSettings(process.env)),
    words: rest,
    options: options as CommandOptions,
    stop,
    print(value, lines) {
      const text = options.json === true ? JSON.stringify(value) : lines.join('\n')
      if (text !== '') process.stdout.write(`${text}\n`)
    },
  })
}

// `npm run cli` starts it in the root of the repository; files are named from where the person is.
const { npm_lifecycle_event: script, INIT_CWD: startFolder } = process.env
if (script === 'cli' && startFolder !== undefined) process.chdir(startFolder)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
// `| head` closes the pipe, which is no error.
process.stdout.on('error', () => process.exit(exitCodes.done))

try {
  process.exitCode = await runProgram(process.argv.slice(2), stopping.signal)
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error
  process.stderr.write(`espalier: ${error.message}\n`)
  process.exitCode = error.code
}
