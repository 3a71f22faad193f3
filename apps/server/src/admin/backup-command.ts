import { backUpEmbedded } from '@espalier/postgres'

import type { AdminCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'

const megabyte = 1_000_000
// Sealed third-party keys can be read only with the secret that sealed them.
const filesBesideDatabase = ['secret-key']

export const backupCommand: AdminCommand = {
  name: 'backup',
  parameters: ['FOLDER'],
  summary: 'copies the embedded database and its secret into a new folder, also while the server is running',
  async run({ config }, [folder = '']) {
    if (config.databaseUrl !== null) {
      throw new CommandFailed('DATABASE_URL is set: back that server up with its own tools, such as pg_dump')
    }
    const { bytes, folder: made } = await backUpEmbedded(config.dataDir, folder, filesBesideDatabase)
    return `Copied ${Math.ceil(bytes / megabyte)} MB to ${made}: start with DATA_DIR=${made} to use it.`
  },
}
