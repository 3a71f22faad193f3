import { randomUUID } from 'node:crypto'
import { all, missingForAll, type Operation, ownThings, reading } from './access-answers.ts'

/** The lines about access tokens: only people manage them, each their own. */
export const tokenTable: Readonly<Record<string, readonly Operation[]>> = {
  accessTokens: [{ query: '{ accessTokens { id } }', expected: ownThings }],
  createAccessToken: [
    { query: 'mutation { createAccessToken(data: { name: "x", role: editor }) { secret } }', expected: ownThings },
    {
      query: `mutation ($projectId: ID!) {
        createAccessToken(data: { name: "x", role: reader, projectId: $projectId }) { secret } }`,
      variables: ({ projectId }) => ({ projectId }),
      expected: { ...reading, anonymous: all('UNAUTHENTICATED') },
    },
    {
      query: `mutation ($projectId: ID!, $nodeId: ID!) {
        createAccessToken(data: { name: "x", role: reader, projectId: $projectId, nodeId: $nodeId }) { secret } }`,
      variables: ({ projectId, nodeId }) => ({ projectId, nodeId }),
      expected: { ...reading, anonymous: all('UNAUTHENTICATED') },
    },
  ],
  revokeAccessToken: [
    {
      query: 'mutation ($id: ID!) { revokeAccessToken(id: $id) }',
      variables: () => ({ id: randomUUID() }),
      expected: missingForAll,
    },
  ],
  undoTokenHour: [
    {
      query: 'mutation ($id: ID!) { undoTokenHour(id: $id) { undoneCount } }',
      variables: () => ({ id: randomUUID() }),
      expected: ownThings,
    },
  ],
}
