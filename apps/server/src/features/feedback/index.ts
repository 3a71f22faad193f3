export { feedbackSlice, type FeedbackOptions } from './feedback-slice.ts'
export { feedbackPolicy } from './policy.ts'
export { signOnRoutes, type SignOnOptions } from './sign-on-routes.ts'
export type { OutsideBoard } from './sign-on-token.ts'
export {
  deleteFeedback,
  setFeedbackStatus,
  waitingFeedback,
  type ListedFeedback,
  type StatusChange,
  type StatusRefusal,
} from './steward.ts'
