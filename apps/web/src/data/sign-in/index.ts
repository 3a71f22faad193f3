export { onwardFrom, returnToFor, type Onward } from './onward.ts'
export { keepPlan, takePlan } from './plan.ts'
export { startTrial } from './start-trial.ts'
export { useFlow, type FlowState, type Found, type OpenFlow, type WantedFlow } from './use-flow.ts'
