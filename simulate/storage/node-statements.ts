import { nestFields, nodeFields, readNodeField } from '@espalier/domain'
import { countFieldBytes, type NodeRecord, toNodeView } from '@espalier/server/src/database/nodes.ts'
import type { Statement } from './statement.ts'

/** Reads sent values like the database: the fields of the table, and nothing else. */
const written = (values: readonly unknown[]): readonly NodeRecord[] =>
  (JSON.parse(String(values[0])) as readonly object[]).map(
    (row) => nestFields(nodeFields.all, (field) => readNodeField(row, field)) as NodeRecord,
  )

export const nodeText = (node: NodeRecord): string => JSON.stringify(toNodeView(node))
/** SQL guarantees no order: sorting by random ids is as good as any and favors no code. */
const unordered = (nodes: readonly NodeRecord[]): readonly NodeRecord[] =>
  nodes.toSorted((left, right) => (left.id < right.id ? -1 : 1))

const asText = (node: NodeRecord): { readonly node: string } => ({ node: nodeText(node) })

const locksOn = (ids: readonly string[]): readonly string[] => ids.map((id) => `nodes ${id}`)
const writtenLocks = (values: readonly unknown[]): readonly string[] => locksOn(written(values).map(({ id }) => id))

export const nodeStatements: readonly Statement[] = [
  {
    name: 'projects of nodes',
    pattern: /^select id, project_id from nodes where id = any/,
    run: (tx, values) =>
      (values[0] as string[])
        .flatMap((id) => tx.get('nodes', id) ?? [])
        .map(({ id, projectId }) => ({ id, project_id: projectId })),
  },
  {
    name: 'nodes by id',
    pattern: /^select json_build_object\(.* from nodes where project_id = \$1 and id = any\(\$2::uuid\[\]\)$/,
    run: (tx, values) =>
      unordered((values[1] as string[]).flatMap((id) => tx.get('nodes', id) ?? []))
        .filter(({ projectId }) => projectId === values[0])
        .map(asText),
  },
  {
    name: 'all nodes',
    pattern: /^select json_build_object\(.* from nodes where project_id = \$1( and not is_deleted)?$/,
    run: (tx, values, text) =>
      unordered(tx.all('nodes'))
        .filter(
          ({ projectId, isDeleted }) => projectId === values[0] && !(isDeleted && text.includes('not is_deleted')),
        )
        .map(asText),
  },
  {
    name: 'measure nodes',
    pattern: /^select count\(\*\)::integer as rows, coalesce\(sum\(octet_length\(title\)\), 0\)/,
    run(tx, values, text) {
      const ids = values[1] === undefined ? null : new Set(values[1] as string[])
      const measured = tx
        .all('nodes')
        .filter(
          ({ id, projectId, isDeleted }) =>
            projectId === values[0] && !(isDeleted && text.includes('not is_deleted')) && (ids?.has(id) ?? true),
        )
      const sum = (textIn: (node: NodeRecord) => string): number =>
        measured.reduce((bytes, node) => bytes + Buffer.byteLength(textIn(node)), 0)
      return [
        {
          rows: measured.length,
          titles: sum(({ title }) => title),
          bodies: sum(({ body }) => body),
          fields: measured.reduce((bytes, node) => bytes + countFieldBytes(node), 0),
          transitions: sum(({ transitions }) => JSON.stringify(transitions)),
        },
      ]
    },
  },
  {
    name: 'structure',
    pattern: /^select id, parent_ids, blocked_by_ids, position, is_deleted from nodes where project_id = \$1$/,
    run: (tx, values) =>
      unordered(tx.all('nodes'))
        .filter(({ projectId }) => projectId === values[0])
        .map((node) => ({
          id: node.id,
          parent_ids: [...node.parentIds],
          blocked_by_ids: [...node.blockedByIds],
          position: node.position,
          is_deleted: node.isDeleted,
        })),
  },
  {
    name: 'nodes using entries',
    pattern: /^select id from nodes where project_id = \$1 and \(tag_ids && \$2::uuid\[\] or stage_id = any/,
    run(tx, [projectId, ...lists]) {
      const [tagIds = [], stageIds = [], fieldIds = []] = lists as readonly (readonly string[])[]
      return unordered(tx.all('nodes'))
        .filter(
          (node) =>
            node.projectId === projectId &&
            (node.tagIds.some((id) => tagIds.includes(id)) ||
              (node.stageId !== null && stageIds.includes(node.stageId)) ||
              Object.keys(node.fields).some((id) => fieldIds.includes(id))),
        )
        .map(({ id }) => ({ id }))
    },
  },
  {
    name: 'insert nodes',
    pattern: /^insert into nodes \(.* on conflict \(id\) do nothing returning id$/,
    locks: writtenLocks,
    run(tx, values) {
      const added = written(values).filter(({ id }) => tx.get('nodes', id) === undefined)
      for (const node of added) tx.put('nodes', node.id, node)
      return added.map(({ id }) => ({ id }))
    },
  },
  {
    name: 'update nodes',
    pattern: /^update nodes set title = new\."title".* from json_to_recordset/,
    locks: writtenLocks,
    run(tx, values) {
      const changed = written(values).filter(({ id }) => tx.get('nodes', id) !== undefined)
      for (const node of changed) tx.put('nodes', node.id, node)
      return changed.map(() => ({}))
    },
  },
  {
    name: 'reposition',
    pattern: /^update nodes set position = new.position, version = version \+ 1 from unnest/,
    locks: (values) => locksOn(values[0] as string[]),
    run(tx, [ids, positions]) {
      return (ids as string[]).flatMap((id, index) => {
        const node = tx.get('nodes', id)
        const position = (positions as number[])[index]
        if (node === undefined || position === undefined) return []
        const version = node.version + 1
        tx.put('nodes', id, { ...node, position, version })
        return [{ id, version }]
      })
    },
  },
]
