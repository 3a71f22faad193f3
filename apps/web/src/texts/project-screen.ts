import { defineTexts } from '@espalier/domain'

/** The texts of the project screen that are shown before any of its panels opens. */
export const projectScreenTexts = defineTexts('projectScreen', {
  /** The name of the page while the project has no title. */
  project: 'Project',
})
