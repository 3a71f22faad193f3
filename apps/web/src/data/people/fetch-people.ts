import { gql, type TypedDocumentNode } from '@apollo/client'
import type { Api } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'

export type PublicUser = Api.PublicUser

const byIdQuery: TypedDocumentNode<{ readonly publicUserById: PublicUser | null }, { readonly id: string }> = gql`
  query PublicUserById($id: ID!) {
    publicUserById(id: $id) {
      id
      email
      picture
    }
  }
`

const byEmailQuery: TypedDocumentNode<{ readonly publicUserByEmail: PublicUser | null }, { readonly email: string }> =
  gql`
    query PublicUserByEmail($email: String!) {
      publicUserByEmail(email: $email) {
        id
        email
        picture
      }
    }
  `

// An equal question under way may be that of the person who was signed in before.
const manner = { fetchPolicy: 'no-cache', context: { queryDeduplication: false } } as const

/** Calls of the same instant travel as one batch. Null: nobody, or nobody the caller may know. */
export async function fetchPersonById(id: string): Promise<PublicUser | null> {
  const answer = await apiClient().query({ query: byIdQuery, variables: { id }, ...manner })
  return answer.data?.publicUserById ?? null
}

export async function fetchPersonByEmail(email: string): Promise<PublicUser | null> {
  const answer = await apiClient().query({ query: byEmailQuery, variables: { email }, ...manner })
  return answer.data?.publicUserByEmail ?? null
}
