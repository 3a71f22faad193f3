/** A migration did not run, or the history does not fit. The message is one line that names the file. */
export class MigrationFailed extends Error {
  override readonly name: string = 'MigrationFailed'
}

/** The database was migrated by a newer program than this one. */
export class DatabaseTooNew extends MigrationFailed {
  override readonly name = 'DatabaseTooNew'
}
