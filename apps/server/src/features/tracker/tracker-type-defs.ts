export const trackerTypeDefs = `
extend type Query {
  "How far the caller's import of this epic has come, or how its last one ended. Null: there was none in the last hour."
  importProgress(externalProjectKey: String!): ImportProgress
}

extend type Mutation {
  "Imports the epic and everything below it from the account's issue tracker."
  importProject(externalProjectKey: String!): Project!
  "integrationSettings.jira: null removes the integration."
  updateAccount(data: AccountInput!): Account!
  testJiraIntegration(data: JiraCredentials!): JiraTestResult!
}

type ImportProgress {
  isRunning: Boolean!
  "Issues read so far."
  done: Int!
  "Null: not known yet."
  total: Int
  "Nodes made, and nodes changed, once it has ended well."
  created: Int!
  changed: Int!
  "Nodes that stay although their issue is no longer below the epic."
  gone: Int!
}

type JiraTestResult {
  projects: [JiraProject!]!
  linkTypes: [JiraNamed!]!
  epicLinkFieldId: String
}
type JiraProject { key: String! name: String! issuetypes: [JiraNamed!]! }
type JiraNamed {
  id: String!
  name: String!
  "As it was before the site was translated."
  untranslatedName: String
  "Of an issue type: epic 1, standard 0, sub-task -1."
  hierarchyLevel: Int
}

input AccountInput { integrationSettings: AccountIntegrationsInput }
input AccountIntegrationsInput { jira: JiraSettingsInput }
input JiraSettingsInput {
  domain: String!
  apiUser: String!
  apiKey: String!
  projectKey: String
  issueTypeId: String
  epicTypeId: String
  linkTypeId: String
  epicLinkFieldId: String
  webhookSecret: String
}
input JiraCredentials { domain: String! apiUser: String! apiKey: String! }
`
