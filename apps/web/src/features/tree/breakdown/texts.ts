/** '3 ideas for Pears'. */
export const formatIdeaCount = (count: number, title: string): string =>
  `${count} ${count === 1 ? 'idea' : 'ideas'} for ${title}`
