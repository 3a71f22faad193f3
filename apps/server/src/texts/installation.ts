import { defineTexts } from '@espalier/domain'

/** The texts that a device shows about the installed page. */
export const installationTexts = defineTexts('installation', {
  description: 'Plan together on a tree: projects as mind maps, tasks that serve several goals.',
  myWork: 'My work',
  newProject: 'New project',
})
