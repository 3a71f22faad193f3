/** The messages of a sync. */
export const syncTexts = {
  tagsRefused: (names: string) => `These tags cannot be added to the project: ${names}`,
  keepsChanging: 'The file keeps changing; nothing was lost, try again',
  otherTarget: (file: string) => `${file} belongs to another project or branch; use another file`,
  isLocked: (file: string, pid: number) => `Another program (${pid}) is syncing ${file}`,
  unreadable: (file: string, reason: string) => `${file} cannot be read: ${reason}`,
  badState: (file: string) => `${file} is damaged; delete it to start again from the ids in the file`,
  equal: (file: string) => `${file} and the project are equal`,
  synced: (file: string, sent: number, isWritten: boolean) =>
    `${file}: ${sent} ${sent === 1 ? 'node' : 'nodes'} sent, file ${isWritten ? 'updated' : 'unchanged'}`,
  conflicts: (count: number) =>
    `${count} ${count === 1 ? 'value' : 'values'} of the file could not be kept; look for "conflict" in it`,
} as const
