import type { ChangeKind, LoggedChange } from '@espalier/server/src/database/change-log.ts'
import type { NodeRecord } from '@espalier/server/src/database/nodes.ts'
import type { ProjectRow } from '@espalier/server/src/database/projects.ts'
import type { Permission } from '@espalier/domain'

export interface LogRow {
  readonly project_id: string
  readonly seq: number
  readonly kind: ChangeKind
  readonly payload: LoggedChange['payload']
  readonly before?: NonNullable<LoggedChange['before']>
  readonly node_ids: readonly string[]
  readonly is_structural: boolean
  readonly client_id: string | null
  readonly op_id: string | null
}

export interface OperationRow {
  readonly caller: string
  readonly client_id: string
  readonly op_id: string
  readonly field: string
  readonly answer: unknown
  readonly content: string | null
}

export interface MemberRow {
  readonly project_id: string
  readonly user_id: string
  readonly role: Permission
}

export interface RowTypes {
  readonly projects: ProjectRow
  readonly project_members: MemberRow
  readonly nodes: NodeRecord
  readonly change_log: LogRow
  readonly operations: OperationRow
}

export type TableName = keyof RowTypes

export const tableNames: readonly TableName[] = ['projects', 'project_members', 'nodes', 'change_log', 'operations']

/** A row is never changed in place, so a reader keeps it as it was. Null: the row is deleted. */
export type Rows = { readonly [Name in TableName]: Map<string, RowTypes[Name] | null> }

export const emptyRows = (): Rows => ({
  projects: new Map(),
  project_members: new Map(),
  nodes: new Map(),
  change_log: new Map(),
  operations: new Map(),
})

export const joinKey = (...parts: readonly (string | number)[]): string => parts.join(' ')
