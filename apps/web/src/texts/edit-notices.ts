import { defineTexts, formatQuantity } from '@espalier/domain'

/** Notices about edits that were not saved, or that somebody else replaced. */
export const editNoticeTexts = defineTexts('editNotices', {
  nodeDeleted: (title: string) => `Someone else deleted “${title}”`,
  nodeDeletedWithText: (title: string, text: string) =>
    `Someone else deleted “${title}”. Your text is saved with it: ${text}`,
  notSaved: (reason: string, title: string, text: string) =>
    `${reason}. Your text for “${title}” was not saved: ${text}`,
  notSavedButStored: (reason: string, title: string, text: string) =>
    `${reason}. Your text for “${title}” was not saved, but it is stored on this device: ${text}`,
  notSavedEarlier: (title: string, text: string) => `Your earlier text for “${title}” was not saved: ${text}`,
  renamedByOther: (mine: string, theirs: string) => `Someone else renamed “${mine}” to “${theirs}”`,
  descriptionChangedByOther: (title: string) => `Someone else changed your description of “${title}”`,
  copyMyText: 'Copy my text',
  restoreMyText: 'Restore my text',
  copied: 'Copied to clipboard',
  notCopied: "The text couldn't be copied. Select it here and copy it yourself.",
  restored: 'Your text is back',
  /** The rejected changes are listed below it, one a line. */
  changesNotSaved: (count: number) => `${formatQuantity(count, 'change was', 'changes were')} not saved:`,
  changeWithReason: (change: string, reason: string) => `${change}: ${reason}`,
})
