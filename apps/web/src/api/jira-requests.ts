import type { Api, ErrorCode } from '@espalier/schema'
import { apiClient } from './graphql/api-client.ts'
import { gql, type TypedDocumentNode } from './graphql/gql.ts'
import { dealingWith, quietly } from './graphql/own-codes.ts'
import { type ApiResult, toApiResult } from './api-result.ts'
import { apiBase } from './session/page-config.ts'

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

interface SentJiraSettings {
  readonly id: string
  readonly integrationSettings: { readonly jira: Api.JiraSettings | null }
}

const jiraSettingsQuery: TypedDocumentNode<{ readonly account: SentJiraSettings }, Record<string, never>> = gql`
  query TrackerSettings {
    account {
      ...TrackerSettings
    }
  }
  ${jiraSettingsFields}
`

const saveJiraSettingsMutation: TypedDocumentNode<
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

const testJiraMutation: TypedDocumentNode<
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

const importProgressQuery: TypedDocumentNode<
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

/** What an account has of its issue tracker. */
export interface JiraIntegration {
  /** Also before anything is connected: a webhook may be made first. */
  readonly webhookUrl: string
  /** Null: nothing is connected. */
  readonly jira: Api.JiraSettings | null
}

const readJiraIntegration = ({ id, integrationSettings: { jira } }: SentJiraSettings): JiraIntegration => ({
  webhookUrl: jira?.webhookUrl ?? `${apiBase()}/jira/${id}`,
  jira,
})

export const fetchJiraIntegration = (): Promise<ApiResult<JiraIntegration>> =>
  toApiResult(async () => readJiraIntegration((await apiClient().ask(jiraSettingsQuery, { variables: {} })).account))

export const saveJiraIntegration = (jira: Api.JiraSettingsInput | null): Promise<ApiResult<JiraIntegration>> =>
  toApiResult(async () => {
    const data = { integrationSettings: { jira } }
    return readJiraIntegration((await apiClient().ask(saveJiraSettingsMutation, { variables: { data } })).updateAccount)
  })

/** The form says itself what a test found; a toast after every other key would only be in the way. */
const testHandledCodes: readonly ErrorCode[] = ['UPSTREAM_FAILED', 'RATE_LIMITED']

export const testJiraCredentials = (data: Api.JiraCredentials): Promise<ApiResult<Api.JiraTestResult>> =>
  toApiResult(async () => {
    const context = dealingWith(...testHandledCodes)
    return (await apiClient().ask(testJiraMutation, { variables: { data }, context })).testJiraIntegration
  }, testHandledCodes)

/** Null where there is none, or where it cannot be told: the import itself goes on. */
export async function fetchImportProgress(externalProjectKey: string): Promise<Api.ImportProgress | null> {
  const asked = apiClient().ask(importProgressQuery, { variables: { externalProjectKey }, context: quietly })
  return asked.then(
    ({ importProgress }) => importProgress,
    () => null,
  )
}
