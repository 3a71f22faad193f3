import { defineTexts, formatQuantity } from '@espalier/domain'

/** The comments in the panel of a node. */
export const commentTexts = defineTexts('comments', {
  title: 'Comments',
  write: 'Write a comment',
  send: 'Comment',
  reply: 'Reply',
  writeReply: 'Write a reply',
  cancel: 'Cancel',
  resolve: 'Resolve',
  reopen: 'Reopen',
  edit: 'Edit',
  editComment: 'Edit comment',
  save: 'Save',
  delete: 'Delete',
  deleteQuestion: 'Delete this comment? This cannot be undone.',
  menu: 'Comment menu',
  edited: 'edited',
  deleted: 'This comment was deleted',
  resolved: 'Resolved',
  /** A resolved thread that is folded. */
  showResolved: (author: string, count: number) =>
    count > 0
      ? `Show the resolved thread of ${author} with ${formatQuantity(count, 'reply', 'replies')}`
      : `Show the resolved comment of ${author}`,
  hideResolved: 'Fold the resolved thread',
  react: 'Add a reaction',
  reactWith: (emoji: string) => `React with ${emoji}`,
  reaction: (emoji: string, names: string, isOwn: boolean) =>
    isOwn ? `${emoji} by ${names}. Press to take yours back` : `${emoji} by ${names}. Press to add yours`,
  otherEmoji: 'Another emoji',
  emojiRefused: 'Please enter one emoji',
  empty: 'No comments yet. Ask a question or note a decision: everybody in the project can read it.',
  emptyForReaders: 'No comments yet.',
  readersOnly: 'You can read the comments of this project but not write any.',
  loading: 'Loading',
  notLoaded: "The comments couldn't be loaded. What you write is kept and sent later.",
  tryAgain: 'Try again',
  discard: 'Discard',
  waiting: 'Waits for the connection. It is sent as soon as there is one.',
  sending: 'Sending',
  refused: (reason: string) => `Not sent: ${reason}`,
  notChanged: (reason: string) => `The comment was not changed: ${reason}`,
  offline: 'the server cannot be reached. Try again when you are online.',
  formerMember: 'Former member',
})
