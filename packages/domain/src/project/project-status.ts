export const projectStatuses = ['active', 'inactive', 'archived', 'deleted'] as const
export type ProjectStatus = (typeof projectStatuses)[number]
