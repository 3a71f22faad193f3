/** Those of a breakdown, apart: a page does not load them. */
export const breakdownLimits = {
  /** What one answer may bring. */
  ideas: 8,
  /** What a description is split into: it is the person's own, so there may be more. */
  outlineChildren: 100,
  titleCharacters: 120,
  descriptionCharacters: 500,
  /** What is told to the service: in all, and of the node's own description. */
  questionCharacters: 8_000,
  describedCharacters: 2_000,
  perPersonAndDay: 20,
  dayMs: 86_400_000,
  answerMs: 30_000,
  answerTokens: 1_000,
  answerCharacters: 100_000,
} as const

export const breakdownTexts = {
  ai: 'AI Breakdown',
  outline: 'Split description into child nodes',
  empty: 'Write a description first: it is split into child nodes',
  hasChildren: 'Only a node without children can be broken down',
  running: 'This node is being broken down already: wait until it is done',
  off: 'Breakdown is switched off on this server',
} as const
