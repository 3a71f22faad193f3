/** What the terminal shows while the server starts. The ready line begins as the contract says. */
export const startTexts = {
  startingDatabase: 'Starting the database',
  startingServer: 'Starting the server',
  ready: (productName: string, url: string, emails: string) => `${productName} is ready at ${url} (emails: ${emails})`,
  emailsSentBy: (host: string) => `sent by ${host}`,
  emailsShownAt: (url: string) => `shown at ${url}`,
  emailsStoredIn: (folder: string) => `not sent, stored in ${folder}`,
} as const
