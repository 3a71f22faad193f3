import { defineTexts } from '@espalier/domain'

/** The texts that the terminal shows while the server starts. The ready line begins as the contract says. */
export const startTexts = defineTexts('start', {
  startingDatabase: 'Starting the database',
  startingServer: 'Starting the server',
  ready: (productName: string, url: string, emails: string) => `${productName} is ready at ${url} (emails: ${emails})`,
  emailsSentBy: (host: string) => `sent by ${host}`,
  emailsShownAt: (url: string) => `shown at ${url}`,
  emailsStoredIn: (folder: string) => `not sent, stored in ${folder}`,
  errors: {
    dataDir: (dataDir: string, reason: string) => `DATA_DIR ${dataDir} cannot be used: ${reason}`,
    notDirectory: 'is not a directory',
    portInUse: (port: number, host: string) => `PORT ${port} is in use on ${host}`,
    portForbidden: (port: number, host: string) => `PORT ${port}: listening on ${host}:${port} is not allowed`,
    hostUnknown: (host: string) => `HOST ${host} is not an address of this machine`,
    databaseUnreachable: (reason: string) => `The database cannot be reached: ${reason}`,
    noAnswer: 'no answer',
  },
})
