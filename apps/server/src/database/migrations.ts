import type { MigrationSet } from '@espalier/postgres'

export const serverMigrations: MigrationSet = { name: 'server', folder: new URL('../../migrations/', import.meta.url) }
