import type { Tool } from '../../api/tool.ts'
import type { Database } from '../../database/database.ts'
import type { Writes } from '../projects/index.ts'
import { createProposalTool } from './propose-changes.ts'
import { createReadingTools } from './reading-tools.ts'
import { createWritingTools } from './writing-tools.ts'

/** Everything that a program can do through the MCP endpoint, in the order in which it is listed. */
export const createTools = (options: { readonly database: Database; readonly writes: Writes }): readonly Tool[] => [
  ...createReadingTools(options.database),
  ...createWritingTools(options),
  createProposalTool(options.database),
]
