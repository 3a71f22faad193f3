import { defineTexts } from '@espalier/domain'

/** The texts of the account page, where Jira is connected. Those that the domain checks are in `trackerTexts`. */
export const accountSettingsTexts = defineTexts('accountSettings', {
  title: 'Account Settings',
  lead: 'Connect Jira to import epics as projects and keep them in sync.',
  notLoaded: 'Your account settings could not be loaded.',
  tryAgain: 'Try again',
  heading: 'Issue tracker',
  domain: 'Domain',
  domainHint: 'For example acme.atlassian.net.',
  apiUser: 'API user',
  apiUserHint: 'The email address you log in to Jira with. On Data Center: your user name.',
  apiKey: 'API key',
  apiKeyHint: 'A classic (unscoped) API token. On Data Center: a personal access token.',
  apiKeySavedHint: 'Saved. Enter it again if you change the domain or the user.',
  testing: 'Testing the connection…',
  connected: 'Connected. Choose where new issues go.',
  project: 'Project',
  issueType: 'Issue type',
  linkType: 'Link type',
  linkTypeHint: 'An issue with this kind of link to another issue also becomes a child of that issue.',
  noChoice: 'Please choose',
  webhookSecret: 'Webhook secret',
  webhookSecretHint: 'As entered in the Jira webhook. Without a secret, anyone with the URL could trigger a refresh.',
  save: 'Save',
  remove: 'Remove integration',
  removed: 'Integration removed',
  webhook: {
    heading: 'Webhook URL',
    explanation:
      'Changes made in Jira show here at once when Jira posts them to this address. Creating the webhook needs administrator rights in Jira (System, WebHooks).',
    copy: 'Copy webhook URL',
    notCopied: 'Your browser does not allow copying. Select the address and copy it yourself.',
  },
})
