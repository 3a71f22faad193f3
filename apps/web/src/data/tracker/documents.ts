import type { Api } from '@espalier/contract'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'

const jiraSettingsFields = gql`
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

export interface SentJiraSettings {
  readonly id: string
  readonly integrationSettings: { readonly jira: Api.JiraSettings | null }
}

export const jiraSettingsQuery: TypedDocumentNode<{ readonly account: SentJiraSettings }, Record<string, never>> = gql`
  query TrackerSettings {
    account {
      ...TrackerSettings
    }
  }
  ${jiraSettingsFields}
`

export const saveJiraSettingsMutation: TypedDocumentNode<
  { readonly updateAccount: SentJiraSettings },
  { readonly data: Api.AccountInput }
> = gql`
  mutation UpdateAccount($data: AccountInput!) {
    updateAccount(data: $data) {
      ...TrackerSettings
    }
  }
  ${jiraSettingsFields}
`

export const testJiraMutation: TypedDocumentNode<
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

export const importProgressQuery: TypedDocumentNode<
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
