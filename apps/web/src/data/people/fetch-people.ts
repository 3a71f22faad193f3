import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import type { Api } from '@espalier/contract'
import { apiClient } from '../graphql/api-client.ts'

export type PublicUser = Api.PublicUser

const personByIdQuery: TypedDocumentNode<{ readonly publicUserById: PublicUser | null }, { readonly id: string }> = gql`
  query PublicUserById($id: ID!) {
    publicUserById(id: $id) {
      id
      email
      picture
    }
  }
`

const personByEmailQuery: TypedDocumentNode<{ readonly publicUserByEmail: PublicUser | null }, { readonly email: string }> =
  gql`
    query PublicUserByEmail($email: String!) {
      publicUserByEmail(email: $email) {
        id
        email
        picture
      }
    }
  `

/** Calls of the same instant travel as one batch. Null: nobody, or nobody the caller may know. */
export const fetchPersonById = async (id: string): Promise<PublicUser | null> =>
  (await apiClient().ask(personByIdQuery, { variables: { id } })).publicUserById

export const fetchPersonByEmail = async (email: string): Promise<PublicUser | null> =>
  (await apiClient().ask(personByEmailQuery, { variables: { email } })).publicUserByEmail
