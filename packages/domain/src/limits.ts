/** Every number of the product, with its unit in its name. Nothing else holds one. */
export const limits = {
  invitesPerSend: 5,
  invitesPerLifetime: 5,
  autosaveMs: 5_000,
  trackerRetestMs: 1_000,
  searchDebounceMs: 200,
  panDebounceMs: 50,
  relayoutDebounceMs: 0,
  apiBatch: { operations: 50, windowMs: 1 },
  socketRetry: { initialMs: 1_000, maxMs: 5_000, attempts: 5 },
  trashRetentionDays: 30,
  listClockMs: 5_000,
  passwordBytes: { min: 8 },
  emailLength: 254,
} as const
