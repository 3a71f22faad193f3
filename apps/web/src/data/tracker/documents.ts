import type { Api } from '@espalier/contract'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'

const settingsFields = gql`
  fragment TrackerSettings on Account {
    id
    integrationSettings {
      jira {
        domain
        apiUser
        apiKey
        projectKey
        issueTypeId
        epicTypeId
        linkTypeId
        epicLinkFieldId
        webhookUrl
        webhookSecret
        problem
      }
    }
  }
`

export interface SentSettings {
  readonly id: string
  readonly integrationSettings: { readonly jira: Api.JiraSettings | null }
}

export const settingsQuery: TypedDocumentNode<{ readonly account: SentSettings }, Record<string, never>> = gql`
  query TrackerSettings {
    account {
      ...TrackerSettings
    }
  }
  ${settingsFields}
`

export const saveSettingsMutation: TypedDocumentNode<
  { readonly updateAccount: SentSettings },
  { readonly data: Api.AccountInput }
> = gql`
  mutation UpdateAccount($data: AccountInput!) {
    updateAccount(data: $data) {
      ...TrackerSettings
    }
  }
  ${settingsFields}
`

export const testMutation: TypedDocumentNode<
  { readonly testJiraIntegration: Api.JiraTestResult },
  { readonly data: Api.JiraCredentials }
> = gql`
  mutation TestJiraIntegration($data: JiraCredentials!) {
    testJiraIntegration(data: $data) {
      projects {
        key
        name
        issuetypes {
          id
          name
          untranslatedName
          hierarchyLevel
        }
      }
      linkTypes {
        id
        name
        untranslatedName
      }
      epicLinkFieldId
    }
  }
`

export const progressQuery: TypedDocumentNode<
  { readonly importProgress: Api.ImportProgress | null },
  { readonly externalProjectKey: string }
> = gql`
  query ImportProgress($externalProjectKey: String!) {
    importProgress(externalProjectKey: $externalProjectKey) {
      isRunning
      done
      total
      created
      changed
      gone
    }
  }
`
