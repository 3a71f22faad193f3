import { DatabaseStartError, DatabaseTooNewError } from '@espalier/postgres'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { IdentityUnavailableError } from '../ports/identities.ts'
import { type AdminCommand, CommandFailed, openAdminContext } from './admin-context.ts'
import { demoCommand } from './demo-command.ts'
import { backupCommand, checkCommand, feedbackCommand, mailsCommand, purgeCommand } from './maintenance-commands.ts'
import {
  activateCommand,
  approveCommand,
  deactivateCommand,
  deleteCommand,
  endSessionsCommand,
  peopleCommand,
} from './people-commands.ts'

export interface AdminEnvironment {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  print(line: string): void
  printError(line: string): void
}

const commands: readonly AdminCommand[] = [
  approveCommand,
  peopleCommand,
  deactivateCommand,
  activateCommand,
  endSessionsCommand,
  deleteCommand,
  demoCommand,
  checkCommand,
  purgeCommand,
  backupCommand,
  feedbackCommand,
  mailsCommand,
]
const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** The exit code: 0 done, 1 failed, 2 not a command. */
export async function runAdminCommand(args: readonly string[], surroundings: AdminEnvironment): Promise<number> {
  const { print: say, printError: complain } = surroundings
  const [name = 'help', ...values] = args
  if (['help', '--help', '-h'].includes(name)) {
    for (const line of listHelpLines()) say(line)
    return args.length === 0 ? exitCodes.misused : exitCodes.done
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) {
    complain(`There is no command ${JSON.stringify(name)}. See: npm run admin -- help`)
    return exitCodes.misused
  }
  if (!acceptsArgumentCount(command, values.length)) {
    complain(`Usage: ${formatUsage(command)}`)
    return exitCodes.misused
  }
  return performCommand(command, values, surroundings)
}

async function performCommand(
  command: AdminCommand,
  values: readonly string[],
  { env, cwd, print: say, printError: complain }: AdminEnvironment,
) {
  try {
    const config = readConfig(env, cwd)
    say(await runInAdminContext(config, command, values))
    return exitCodes.done
  } catch (error) {
    complain(toErrorLine(error))
    return exitCodes.failed
  }
}

async function runInAdminContext(config: Config, command: AdminCommand, values: readonly string[]): Promise<string> {
  const workshop = await openAdminContext(config)
  try {
    return await command.run(workshop, values)
  } finally {
    await workshop.close()
  }
}

const expectedErrors = [ConfigError, DatabaseStartError, DatabaseTooNewError, CommandFailed]

function toErrorLine(error: unknown): string {
  if (expectedErrors.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (error instanceof IdentityUnavailableError)
    return `The identity service could not be asked: ${describeCause(error)}`
  return `The command failed: ${describeCause(error)}`
}

function describeCause(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describeCause).join(', ')
  if (!(error instanceof Error)) return String(error)
  const own = error.message.replaceAll(/\s+/g, ' ')
  return error.cause === undefined ? own : `${own} (${describeCause(error.cause)})`
}

/** A parameter in brackets may be left out. */
function acceptsArgumentCount({ parameters }: AdminCommand, count: number): boolean {
  const needed = parameters.filter((parameter) => !parameter.startsWith('[')).length
  return count >= needed && count <= parameters.length
}

const formatUsage = ({ name, parameters }: AdminCommand): string => ['npm run admin --', name, ...parameters].join(' ')

const listHelpLines = (): readonly string[] => [
  ...commands.map((command) => `${formatUsage(command)}   ${command.summary}`),
  'npm run admin -- help   shows this',
  'It uses the same environment as the server (.env.example), also while the server is running.',
]
