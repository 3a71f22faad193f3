/** The bugs that the simulator can plant. Each must make a run fail. */
export const faultNames = [
  'skip-the-lock',
  'publish-before-commit',
  'drop-a-sequence-number',
  'allow-a-cycle',
  'no-dedupe',
  'stale-position',
  'no-rights-on-one-event',
  'ack-before-commit',
  'undo-overwrites-others',
  'lost-relabel',
] as const

export type FaultName = (typeof faultNames)[number]

export const isFaultName = (name: string | undefined): name is FaultName => faultNames.some((known) => known === name)
