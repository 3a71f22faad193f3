import { defineTexts } from '@espalier/domain'

/** The notices about limits that are nearly used up, and about the deletion of the account. Each number is formatted already. */
export const usageTexts = defineTexts('usage', {
  heading: 'Limits of your account',
  deletion: (date: string) => `Your account will be deleted on ${date}. <link>Keep it</link>`,
  projects: (used: string, limit: string) => `You have ${used} of at most ${limit} projects, including the trash.`,
  accountMegabytes: (used: string, limit: string) =>
    `Your projects and their history take ${used} of at most ${limit} MB.`,
  projectNodes: (title: string, used: string, limit: string) => `“${title}” has ${used} of at most ${limit} nodes.`,
  projectMegabytes: (title: string, used: string, limit: string) => `“${title}” takes ${used} of at most ${limit} MB.`,
})
