import { defineTexts } from '@espalier/domain'

/** The notice about limits that are nearly used up. Each number is formatted already. */
export const usageTexts = defineTexts('usage', {
  heading: 'Limits of your account',
  projects: (used: string, limit: string) => `You have ${used} of at most ${limit} projects, including the trash.`,
  accountMegabytes: (used: string, limit: string) =>
    `Your projects and their history take ${used} of at most ${limit} MB.`,
  projectNodes: (title: string, used: string, limit: string) => `“${title}” has ${used} of at most ${limit} nodes.`,
  projectMegabytes: (title: string, used: string, limit: string) => `“${title}” takes ${used} of at most ${limit} MB.`,
})
