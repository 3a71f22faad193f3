import { defineTexts, formatQuantity } from '@espalier/domain'

/** The texts of the page that imports an epic or a file as a new project. */
export const importProjectTexts = defineTexts('importProject', {
  title: 'Import Project',
  lead: 'Import a Jira epic with its issues as a project.',
  epicKey: 'Epic key',
  epicKeyHint: 'As your issue tracker shows it, for example PLAN-42.',
  import: 'Import',
  fileHeading: 'From a file',
  file: 'File',
  fileHint: (formats: string) => `${formats}. Choosing a file creates a new project.`,
  progress: {
    started: 'Importing. A large epic takes a while.',
    soFar: (done: number) => `Importing: ${formatQuantity(done, 'issue')} so far.`,
    ofTotal: (done: number, total: number) => `Importing: ${done} of ${total} issues.`,
  },
  result: {
    unchanged: 'Everything is up to date.',
    created: (created: number) => `${formatQuantity(created, 'issue')} imported.`,
    changed: (changed: number) => `${formatQuantity(changed, 'node')} updated.`,
    createdAndChanged: (created: number, changed: number) =>
      `${formatQuantity(created, 'issue')} imported, ${formatQuantity(changed, 'node')} updated.`,
    gone: (gone: number) =>
      `${formatQuantity(gone, 'node is', 'nodes are')} no longer below the epic: delete what you do not need.`,
  },
})
