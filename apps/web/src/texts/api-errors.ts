import { defineTexts } from '@espalier/domain'

/** The texts for a failed request to the API, which a toast or a form shows. */
export const apiErrorTexts = defineTexts('apiErrors', {
  network: (message: string) => `[Network error]: ${message}`,
  graphql: (message: string) => `[GraphQL error]: ${message}`,
  badStatus: (status: number) => `Response not successful: Received status code ${status}`,
  emptyAnswer: 'The answer of the API is empty',
  noProject: 'The API returned neither a project nor an error',
  noPost: 'The API returned neither a post nor an error',
})
