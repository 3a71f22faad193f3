import { DatabaseStartError, DatabaseTooNewError } from '@espalier/postgres'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { IdentityUnavailableError } from '../ports/identities.ts'
import { adminTexts } from '../texts/admin.ts'
import { type AdminCommand, CommandFailed, openAdminContext } from './admin-context.ts'
import { demoCommand } from './demo-command.ts'
import { backupCommand, checkCommand, feedbackCommand, mailsCommand, purgeCommand } from './maintenance-commands.ts'
import {
  auditCommand,
  figuresCommand,
  invitationsCommand,
  revokeInvitationCommand,
  testMailCommand,
} from './operation-commands.ts'
import {
  activateCommand,
  approveCommand,
  deactivateCommand,
  deleteCommand,
  endSessionsCommand,
  peopleCommand,
  resetTwoStepCommand,
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
  resetTwoStepCommand,
  deleteCommand,
  demoCommand,
  checkCommand,
  purgeCommand,
  backupCommand,
  feedbackCommand,
  mailsCommand,
  auditCommand,
  invitationsCommand,
  revokeInvitationCommand,
  figuresCommand,
  testMailCommand,
]
const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** The exit code: 0 done, 1 failed, 2 not a command. */
export async function runAdminCommand(args: readonly string[], environment: AdminEnvironment): Promise<number> {
  const { print: printLine, printError: printErrorLine } = environment
  const [name = 'help', ...values] = args
  if (['help', '--help', '-h'].includes(name)) {
    for (const line of listHelpLines()) printLine(line)
    return args.length === 0 ? exitCodes.misused : exitCodes.done
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) {
    printErrorLine(adminTexts.unknownCommand(name))
    return exitCodes.misused
  }
  if (!acceptsArgumentCount(command, values.length)) {
    printErrorLine(adminTexts.usage(formatUsage(command)))
    return exitCodes.misused
  }
  return performCommand(command, values, environment)
}

async function performCommand(
  command: AdminCommand,
  values: readonly string[],
  { env, cwd, print: printLine, printError: printErrorLine }: AdminEnvironment,
) {
  try {
    const config = readConfig(env, cwd)
    printLine(await runInAdminContext(config, command, values))
    return exitCodes.done
  } catch (error) {
    printErrorLine(toErrorLine(error))
    return exitCodes.failed
  }
}

async function runInAdminContext(config: Config, command: AdminCommand, values: readonly string[]): Promise<string> {
  const context = await openAdminContext(config)
  try {
    return await command.run(context, values)
  } finally {
    await context.close()
  }
}

const expectedErrors = [ConfigError, DatabaseStartError, DatabaseTooNewError, CommandFailed]

function toErrorLine(error: unknown): string {
  if (expectedErrors.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (error instanceof IdentityUnavailableError) return adminTexts.identityFailed(describeCause(error))
  return adminTexts.failed(describeCause(error))
}

function describeCause(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describeCause).join(', ')
  if (!(error instanceof Error)) return String(error)
  const own = error.message.replaceAll(/\s+/g, ' ')
  return error.cause === undefined ? own : `${own} (${describeCause(error.cause)})`
}

/** A parameter in brackets is optional. */
function acceptsArgumentCount({ parameters }: AdminCommand, count: number): boolean {
  const needed = parameters.filter((parameter) => !parameter.startsWith('[')).length
  return count >= needed && count <= parameters.length
}

const formatUsage = ({ name, parameters }: AdminCommand): string => ['npm run admin --', name, ...parameters].join(' ')

const listHelpLines = (): readonly string[] => [
  ...commands.map((command) => `${formatUsage(command)}   ${command.summary}`),
  `npm run admin -- help   ${adminTexts.summaries.help}`,
  adminTexts.helpFooter,
]
