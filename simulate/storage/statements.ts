import { memberStatements, projectStatements } from './project-statements.ts'
import { logStatements } from './log-statements.ts'
import { nodeStatements } from './node-statements.ts'
import { operationStatements } from './operation-statements.ts'
import type { Statement } from './statement.ts'

const statements: readonly Statement[] = [
  ...projectStatements,
  ...memberStatements,
  ...nodeStatements,
  ...logStatements,
  ...operationStatements,
]

const known = new Map<string, Statement>()

/** Returns the implementation of a statement. An unknown one stops the run: it must be implemented first. */
export function statementFor(text: string): Statement {
  const found = known.get(text) ?? statements.find(({ pattern }) => pattern.test(text.replaceAll(/\s+/g, ' ').trim()))
  if (found === undefined) throw new Error(`the stand-in for PostgreSQL does not know this statement: ${text}`)
  known.set(text, found)
  return found
}
