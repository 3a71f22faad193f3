export { takeSignInDestination, chooseReturnTo } from './onward.ts'
export { rememberChosenPlan, takeChosenPlan } from './plan.ts'
export { startTrial } from './start-trial.ts'
export { useFlow, type FlowState, type FlowOrLeaving, type FlowHandle } from './use-flow.ts'
