import { joinKey, type LogRow } from './rows.ts'
import { nodeText } from './node-statements.ts'
import type { Statement } from './statement.ts'
import { StorageError, type View } from './storage.ts'

type AppendedRow = Pick<LogRow, 'seq' | 'kind' | 'payload' | 'before' | 'node_ids' | 'is_structural'>

const appended = (values: readonly unknown[]): readonly AppendedRow[] =>
  JSON.parse(String(values[1])) as readonly AppendedRow[]

const logAfter = (tx: View, [projectId, after]: readonly unknown[]): readonly LogRow[] =>
  tx
    .all('change_log')
    .filter((row) => row.project_id === projectId && row.seq > Number(after))
    .sort((left, right) => left.seq - right.seq)

export const logStatements: readonly Statement[] = [
  {
    name: 'append changes',
    pattern: /^insert into change_log \(project_id, seq, kind, payload/,
    locks: (values) => appended(values).map(({ seq }) => `change_log ${joinKey(String(values[0]), seq)}`),
    run(tx, values) {
      const rows = appended(values)
      const [projectId, , clientId, operationId] = values as [string, string, string | null, string | null]
      for (const row of rows) {
        const key = joinKey(projectId, row.seq)
        if (tx.get('change_log', key) !== undefined) {
          throw new StorageError('23505', 'duplicate key value violates unique constraint "change_log_pkey"')
        }
        tx.put('change_log', key, { ...row, project_id: projectId, client_id: clientId, op_id: operationId })
      }
      return rows.map(() => ({}))
    },
  },
  {
    name: 'read changes',
    pattern: /^select seq, kind, payload from change_log where project_id = \$1 and seq > \$2 order by seq$/,
    run: (tx, values) => logAfter(tx, values).map(({ seq, kind, payload }) => ({ seq, kind, payload })),
  },
  {
    name: 'structural patches',
    pattern: /^select payload from change_log where project_id = \$1 and seq > \$2 and is_structural order by seq$/,
    run: (tx, values) =>
      logAfter(tx, values)
        .filter((row) => row.is_structural)
        .map(({ payload }) => ({ payload })),
  },
  {
    name: 'changed nodes',
    pattern: /^select distinct id from change_log, unnest\(node_ids\) as id where project_id = \$1 and seq > \$2 limit/,
    run: (tx, values) =>
      [...new Set(logAfter(tx, values).flatMap((row) => row.node_ids))]
        .slice(0, Number(values[2]))
        .map((id) => ({ id })),
  },
  {
    name: 'former people',
    pattern:
      /^select distinct node->>'id' as id, person from \(select before from change_log where project_id = \$1 and/,
    run(tx, [projectId, ids, people, most]) {
      const latest = logAfter(tx, [projectId, 0])
        .filter((row) => row.node_ids.some((id) => (ids as readonly string[]).includes(id)))
        .slice(-Number(most))
      return latest
        .flatMap(({ before }) => before?.nodes ?? [])
        .filter(({ id }) => (ids as readonly string[]).includes(id))
        .flatMap((node) => {
          const own: readonly unknown[] = Object.values(node['fields'] ?? {})
          const named = [...((node['assigneeIds'] as readonly string[] | undefined) ?? []), ...own]
          return (people as readonly string[])
            .filter((one) => named.includes(one))
            .map((person) => ({ id: node.id, person }))
        })
    },
  },
  {
    name: 'read tail',
    pattern:
      /^with entries as materialized \( select seq, kind, node_ids, client_id from \( select \*, sum\(cardinality/,
    run(tx, values) {
      const project = tx.get('projects', String(values[0]))
      if (project === undefined) return []
      let nodesBefore = 0
      const entries = logAfter(tx, values)
        .slice(0, Number(values[2]))
        .filter(({ node_ids: ids }) => {
          const isWithin = nodesBefore < Number(values[3])
          nodesBefore += ids.length
          return isWithin
        })
      const members = tx.all('project_members').filter((row) => row.project_id === project.id)
      const ids = new Set(entries.flatMap((row) => row.node_ids))
      const nodes = [...ids].flatMap((id) => tx.get('nodes', id) ?? [])
      const events = entries.map((row) => ({
        seq: row.seq,
        kind: row.kind,
        nodeIds: row.node_ids,
        clientId: row.client_id,
      }))
      return [
        {
          ...project,
          tail_members: Object.fromEntries(members.map((row) => [row.user_id, row.role])),
          tail_entries: events,
          tail_nodes: nodes.map(nodeText).join(',') || null,
        },
      ]
    },
  },
]
