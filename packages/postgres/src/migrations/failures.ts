/** A migration did not run, or the history does not fit. The message is one line that names the file. */
export class MigrationError extends Error {
  override readonly name: string = 'MigrationFailed'
}

/** The database was migrated by a newer program than this one. */
export class DatabaseTooNewError extends MigrationError {
  override readonly name = 'DatabaseTooNew'
}
