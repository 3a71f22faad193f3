import { defineTexts } from '@espalier/domain'

/** The export of an open project, and files that are dropped on it. */
export const projectExportTexts = defineTexts('projectExport', {
  title: 'Export',
  format: 'Format',
  formatChoice: (name: string, extension: string) => `${name} (${extension})`,
  lossless: 'Keeps everything. It can be imported again.',
  holds: (kept: readonly string[]) => `Includes ${kept.join(', ')}.`,
  lossy: (lost: readonly string[]) => `Won't include: ${lost.join(', ')}. It can be imported again.`,
  lossyForGood: (lost: readonly string[]) => `Won't include: ${lost.join(', ')}. It can't be imported again.`,

  include: 'Include',
  wholeProject: 'Whole project',
  noBranch: 'Selected branch (select a node first)',
  branch: (title: string) => `Selected branch: ${title}`,
  branches: (title: string, others: number) => `Selected branch: ${title} and ${others} more`,

  paper: 'Paper',
  papers: { a4: 'A4', letter: 'US Letter', single: 'One large page' },

  pictureSize: (width: string, height: string, scale: string) =>
    `The picture is ${width} x ${height} pixels, at a scale of ${scale}.`,
  pictureTooLarge: (width: string, height: string, scale: string) =>
    `The picture is ${width} x ${height} pixels, at a scale of ${scale}. For sharp text, choose SVG or PDF.`,

  download: 'Download',
  cancel: 'Cancel',
  preparing: 'Preparing the file',
  historyNotLoaded:
    "Comments or the dates of status changes couldn't be loaded, so the file would be incomplete. Check your connection and try again, or choose another format.",

  importFile: 'Import a file',
  oneFileAtATime: 'Please drop one file at a time.',
  untitled: 'Untitled',
})
