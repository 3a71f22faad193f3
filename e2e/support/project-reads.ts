import { nodeFields as table } from '@espalier/domain'
import type { SentNode } from '@espalier/sync'
import type { Person } from './person.ts'

export const nodeFields = table.pageSelection

const documents = {
  changes: `query ($id: ID!, $after: Int!) { changes(projectId: $id, after: $after) { seq complete nodes { ${nodeFields} } } }`,
  project: 'query ($id: ID!) { project(id: $id) { seq } }',
  nodes: `query ($id: ID!) { nodes(projectId: $id) { ${nodeFields} } }`,
} as const

export interface Changes {
  readonly seq: number
  readonly complete: boolean
  readonly nodes: readonly SentNode[]
}

/** The requests of a page about a project; rejected when the server did not answer. */
export interface ProjectReads {
  changesAfter(after: number): Promise<Changes>
  everything(): Promise<Pick<Changes, 'seq' | 'nodes'>>
}

export function projectReads(person: Person, projectId: string, origin: () => string): ProjectReads {
  const get = async <Field>(field: keyof typeof documents, variables: object = {}): Promise<Field> => {
    const response = await person.ask(origin(), documents[field], { id: projectId, ...variables })
    const found: unknown = response.data?.[field]
    if (found === undefined || found === null)
      throw new Error(`${field}: ${response.status} ${response.codes.join(' ')}`)
    return found as Field
  }
  return {
    changesAfter: (after) => get('changes', { after }),
    async everything() {
      // The seq is read first: changes made between the two requests are fetched again.
      const { seq } = await get<{ seq: number }>('project')
      return { seq, nodes: await get('nodes') }
    },
  }
}
