/** In a file of their own: the texts beside are loaded by every project screen. */
export const accessTexts = {
  mailRecorded: 'The mail was recorded, not sent: this server sends no mail',
  ownerOnly: 'Only the owner can change who has access.',
  left: (title: string) => `You left the project "${title}"`,
  ownerNamed: 'The owner has full access already',
} as const
