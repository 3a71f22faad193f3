import { sameValue } from '@espalier/domain'
import type { NodeFields, NodeRecord } from '@espalier/sync'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** The props of every editor of a field. The panel and the command palette use the same editors. */
export interface FieldEditorProps {
  readonly workspace: ProjectWorkspace
  /** The nodes that a change applies to; at least one. */
  readonly nodes: readonly NodeRecord[]
  /** Given if the editor stands alone: it takes the focus, and this is called once a value has been chosen. */
  readonly onDone?: () => void
  /** The text that was typed before the editor was there. */
  readonly typed?: string
}

/** A value that all nodes have in common. */
export type CommonValue<Value> = { readonly isMixed: false; readonly value: Value } | { readonly isMixed: true }

export function findCommonValue<Value>(
  nodes: readonly NodeRecord[],
  read: (node: NodeRecord) => Value,
): CommonValue<Value> {
  const [first, ...others] = nodes.map(read)
  return others.every((other) => sameValue(other, first))
    ? { isMixed: false, value: first as Value }
    : { isMixed: true }
}

/** Returns the existing nodes among these; the list is the same until one of them changes. */
export function useNodeRecords({ client }: ProjectWorkspace, ids: readonly string[]): readonly NodeRecord[] {
  const last = useRef<readonly NodeRecord[]>([])
  return useSyncExternalStore(client.listen, () => {
    const next = ids.flatMap((id) => client.node(id) ?? [])
    const isSame = next.length === last.current.length && next.every((node, index) => node === last.current[index])
    if (!isSame) last.current = next
    return last.current
  })
}

export interface FieldEdit {
  /** Why the last change was not stored; empty: nothing is wrong. */
  readonly fault: string
  /** The text of the last change, if the server has rejected it. */
  readonly rejected: string | null
  /** Changes the fields as one undo step. Returns false if that is refused; the reason is then the fault. */
  save(fields: NodeFields, typed?: string): boolean
  showFault(fault: string): void
}

/** Changes a field of these nodes, and shows beside it why a change was refused, also if only the server refuses it. */
export function useFieldEdit({ workspace: { client }, nodes }: FieldEditorProps): FieldEdit {
  const [state, setState] = useState<{ readonly fault: string; readonly rejected: string | null }>(noFault)
  const sent = useRef<string | null>(null)
  useEffect(() => {
    const stops = [
      client.onRefused((text) => {
        if (sent.current !== null) setState({ fault: text, rejected: sent.current })
        sent.current = null
      }),
      client.saving.subscribe(() => {
        if (client.saving.get().kind === 'saved') sent.current = null
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
  return {
    ...state,
    save(fields, typed = '') {
      const edited = client.edits.changeMany(
        nodes.map(({ id }) => id),
        fields,
      )
      setState(edited.ok ? noFault : { fault: edited.reason, rejected: null })
      sent.current = edited.ok ? typed : null
      return edited.ok
    },
    showFault: (fault) => setState({ fault, rejected: null }),
  }
}

const noFault = { fault: '', rejected: null }
