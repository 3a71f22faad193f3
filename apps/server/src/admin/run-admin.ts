import { DatabaseTooNew, StartRefused } from '@espalier/postgres'

import { ConfigError, readConfig, type Config } from '../config.ts'
import { IdentityAway } from '../ports/identities.ts'
import { approveCommand } from './approve-command.ts'
import { backupCommand } from './backup-command.ts'
import { checkCommand } from './check-command.ts'
import type { Command } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import { demoCommand } from './demo-command.ts'
import { feedbackCommand } from './feedback-command.ts'
import { mailsCommand } from './mails-command.ts'
import {
  activateCommand,
  deactivateCommand,
  deleteCommand,
  endSessionsCommand,
  peopleCommand,
} from './people-commands.ts'
import { purgeCommand } from './purge-command.ts'
import { openWorkshop } from './workshop.ts'

export interface AdminSurroundings {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  say(line: string): void
  complain(line: string): void
}

const commands: readonly Command[] = [
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
export async function runAdmin(args: readonly string[], surroundings: AdminSurroundings): Promise<number> {
  const { say, complain } = surroundings
  const [name = 'help', ...values] = args
  if (['help', '--help', '-h'].includes(name)) {
    for (const line of helpLines()) say(line)
    return args.length === 0 ? exitCodes.misused : exitCodes.done
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) {
    complain(`There is no command ${JSON.stringify(name)}. See: npm run admin -- help`)
    return exitCodes.misused
  }
  if (!takes(command, values.length)) {
    complain(`Usage: ${usageOf(command)}`)
    return exitCodes.misused
  }
  return perform(command, values, surroundings)
}

async function perform(command: Command, values: readonly string[], { env, cwd, say, complain }: AdminSurroundings) {
  try {
    const config = readConfig(env, cwd)
    say(await inWorkshop(config, command, values))
    return exitCodes.done
  } catch (error) {
    complain(lineOf(error))
    return exitCodes.failed
  }
}

async function inWorkshop(config: Config, command: Command, values: readonly string[]): Promise<string> {
  const workshop = await openWorkshop(config)
  try {
    return await command.run(workshop, values)
  } finally {
    await workshop.close()
  }
}

const spokenErrors = [ConfigError, StartRefused, DatabaseTooNew, CommandFailed]

function lineOf(error: unknown): string {
  if (spokenErrors.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (error instanceof IdentityAway) return `The identity service could not be asked: ${reasonOf(error)}`
  return `The command failed: ${reasonOf(error)}`
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const own = error.message.replaceAll(/\s+/g, ' ')
  return error.cause === undefined ? own : `${own} (${reasonOf(error.cause)})`
}

/** A parameter in brackets may be left out. */
function takes({ parameters }: Command, count: number): boolean {
  const needed = parameters.filter((parameter) => !parameter.startsWith('[')).length
  return count >= needed && count <= parameters.length
}

const usageOf = ({ name, parameters }: Command): string => ['npm run admin --', name, ...parameters].join(' ')

const helpLines = (): readonly string[] => [
  ...commands.map((command) => `${usageOf(command)}   ${command.summary}`),
  'npm run admin -- help   shows this',
  'It uses the same environment as the server (.env.example), also while the server is running.',
]
