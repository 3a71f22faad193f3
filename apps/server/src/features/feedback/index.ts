export { feedbackSlice } from './feedback-slice.ts'
export { signOnRoutes } from './sign-on-routes.ts'
export type { ExternalFeedbackBoard } from './sign-on-token.ts'
export { deleteFeedback, setFeedbackStatus, listOpenFeedback, type FeedbackStatusError } from './steward.ts'
