export { feedbackSlice } from './feedback-slice.ts'
export { signOnRoutes } from './sign-on-routes.ts'
export type { OutsideBoard } from './sign-on-token.ts'
export { deleteFeedback, setFeedbackStatus, waitingFeedback, type StatusRefusal } from './steward.ts'
