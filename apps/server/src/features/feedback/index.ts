export { feedbackSlice, type FeedbackOptions } from './feedback-slice.ts'
export { feedbackPolicy } from './policy.ts'
export {
  deleteFeedback,
  setFeedbackStatus,
  waitingFeedback,
  type ListedFeedback,
  type StatusChange,
  type StatusRefusal,
} from './steward.ts'
