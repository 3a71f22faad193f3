export { homeFor, onwardFrom, returnToFor, storedNext, type Onward } from './onward.ts'
export { useFlow, type FlowState, type Found, type OpenFlow, type WantedFlow } from './use-flow.ts'
