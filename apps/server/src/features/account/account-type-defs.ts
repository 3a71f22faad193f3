export const accountTypeDefs = `
extend type Query {
  account: Account!
}

type Account {
  id: ID!
  "Null: never subscribed."
  subscription: Subscribed
  integrationSettings: AccountIntegrations!
  "Keys for texts that this account keeps on a device until they are sent: the first one encrypts, all decrypt. 32 bytes each, base64. Nobody else gets them."
  deviceKeys: [String!]!
}
type Subscribed {
  "trialing, active, past_due, canceled, unpaid, incomplete, incomplete_expired, paused"
  status: String!
  "Seconds since 1970."
  trial_end: Int
}
type AccountIntegrations { jira: JiraSettings }
type JiraSettings {
  domain: String!
  apiUser: String!
  "Never the key itself: a mask with its last four characters. In updateAccount and testJiraIntegration alike the mask stands for the stored key, and only with the stored domain and apiUser."
  apiKey: String!
  projectKey: String
  issueTypeId: String
  epicTypeId: String
  linkTypeId: String
  epicLinkFieldId: String
  "Where the tracker's webhook is to post."
  webhookUrl: String!
  "Masked as apiKey is. Where set, a webhook must bear its HMAC."
  webhookSecret: String
  "What is wrong with the saved integration, and what to do; null: the tracker took the key when it was last asked."
  problem: String
}
`
