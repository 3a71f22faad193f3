export { onwardFrom, returnToFor } from './onward.ts'
export { keepPlan, takePlan } from './plan.ts'
export { startTrial } from './start-trial.ts'
export { useFlow, type FlowState, type Found, type OpenFlow } from './use-flow.ts'
