import type { Layout } from '@espalier/domain'
import type { FileDefinitions, InterchangeNode } from '@espalier/interchange'

import type { SqlClient } from '../../database/nodes.ts'

/** A file that is being uploaded. */
export interface StagedImport {
  readonly id: string
  readonly userId: string
  /** Null if the import becomes a new project. */
  readonly projectId: string | null
  readonly parentId: string | null
  readonly header: {
    readonly title: string
    readonly body: string
    readonly layout: Layout
    readonly definitions?: FileDefinitions
  }
  readonly nodeCount: number
}

export async function stageImport(db: SqlClient, staged: StagedImport, at: Date): Promise<void> {
  const { id, userId, projectId, parentId, header, nodeCount } = staged
  await db.query(
    `insert into imports (id, user_id, project_id, parent_id, header, node_count, begun_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, projectId, parentId, JSON.stringify(header), nodeCount, at],
  )
}

/** An import of another person is treated as missing. */
export async function findImport(db: SqlClient, id: string, userId: string): Promise<StagedImport | null> {
  const { rows } = await db.query<StagedImport>(
    `select id, user_id as "userId", project_id as "projectId", parent_id as "parentId", header,
       node_count as "nodeCount" from imports where id = $1 and user_id = $2`,
    [id, userId],
  )
  return rows[0] ?? null
}

export interface StagedSize {
  readonly parts: number
  readonly nodes: number
  readonly bytes: number
}

/**
 * A part that is sent again, because its response was lost, is stored once. False if it was there already, or if the
 * import was dropped meanwhile: parts are sent side by side, and another of them may have ended it.
 */
export async function stageImportPart(
  db: SqlClient,
  importId: string,
  part: number,
  nodes: readonly InterchangeNode[],
): Promise<boolean> {
  const text = JSON.stringify(nodes)
  const { rowCount } = await db.query(
    `insert into import_parts (import_id, part, node_count, text_bytes, nodes)
     select id, $2, $3, $4, $5 from imports where id = $1 for key share
     on conflict (import_id, part) do nothing`,
    [importId, part, nodes.length, Buffer.byteLength(text), text],
  )
  return (rowCount ?? 0) > 0
}

export async function readStagedSize(db: SqlClient, importId: string): Promise<StagedSize> {
  const { rows } = await db.query<StagedSize>(
    `select count(*)::integer as parts, coalesce(sum(node_count), 0)::integer as nodes,
       coalesce(sum(text_bytes), 0)::float8 as bytes from import_parts where import_id = $1`,
    [importId],
  )
  return rows[0] ?? { parts: 0, nodes: 0, bytes: 0 }
}

export async function readStagedPart(
  db: SqlClient,
  importId: string,
  part: number,
): Promise<readonly InterchangeNode[]> {
  const { rows } = await db.query<{ nodes: string }>(
    'select nodes::text as nodes from import_parts where import_id = $1 and part = $2',
    [importId, part],
  )
  return rows[0] === undefined ? [] : (JSON.parse(rows[0].nodes) as InterchangeNode[])
}

export async function dropImport(db: SqlClient, id: string, userId: string): Promise<void> {
  await db.query('delete from imports where id = $1 and user_id = $2', [id, userId])
}

/** Keeps only the latest imports of a person. */
export async function dropAllButLatestImports(db: SqlClient, userId: string, keep: number): Promise<void> {
  await db.query(
    `delete from imports where id in (
       select id from imports where user_id = $1 order by begun_at desc, id offset $2)`,
    [userId, keep],
  )
}

export async function deleteOldImports(db: SqlClient, before: Date): Promise<number> {
  const { rowCount } = await db.query('delete from imports where begun_at < $1', [before])
  return rowCount ?? 0
}
