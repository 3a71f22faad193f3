import type { Api } from '@espalier/schema'
import type { Viewer } from '../api/viewer.ts'
import type { GraphqlAnswer } from '../transport/graphql/engine.ts'
import type { ProjectServer, RequestIds } from './project-world.ts'

const proposalFields = `id projectId title reason state tokenName createdAt author { id email }
  changes { id op nodeId data decision fits problem }`

const proposalDocuments = {
  proposals: `query ($projectId: ID!, $state: ProposalState) {
    proposals(projectId: $projectId, state: $state) { ${proposalFields} } }`,
  createProposal: `mutation ($projectId: ID!, $title: String!, $reason: String! = "", $changes: [JSON!]!) {
    createProposal(projectId: $projectId, title: $title, reason: $reason, changes: $changes) { ${proposalFields} } }`,
  decideProposal: `mutation ($id: ID!, $accept: [ID!]!, $reject: [ID!]!) {
    decideProposal(id: $id, accept: $accept, reject: $reject) { ${proposalFields} } }`,
  withdrawProposal: `mutation ($id: ID!) { withdrawProposal(id: $id) { ${proposalFields} } }`,
} as const

type DocumentName = keyof typeof proposalDocuments

/** Somebody who proposes changes to one project and decides them. */
export interface ProposalClient {
  propose(
    changes: readonly object[],
    more?: { readonly title?: string; readonly reason?: string },
  ): Promise<Api.Proposal>
  list(state?: Api.ProposalState): Promise<readonly Api.Proposal[]>
  decide(id: string, accept: readonly string[], reject?: readonly string[]): Promise<Api.Proposal>
  try(name: DocumentName, variables: Record<string, unknown>, sending?: RequestIds): Promise<GraphqlAnswer>
}

export function createProposalClient(server: ProjectServer, viewer: Viewer, projectId: string): ProposalClient {
  const get = async <Answer>(name: DocumentName, variables: Record<string, unknown>): Promise<Answer> =>
    (await server.get<Record<string, Answer>>(viewer, proposalDocuments[name], variables))[name] as Answer
  return {
    propose: (changes, { title = 'Better beds', reason } = {}) =>
      get<Api.Proposal>('createProposal', { projectId, title, changes, ...(reason !== undefined && { reason }) }),
    list: (state) => get<readonly Api.Proposal[]>('proposals', { projectId, ...(state !== undefined && { state }) }),
    decide: (id, accept, reject = []) => get<Api.Proposal>('decideProposal', { id, accept, reject }),
    try: (name, variables, sending) => server.ask(viewer, proposalDocuments[name], variables, sending),
  }
}
