export { planNodeUrl, groupByPrimaryParent, type Plan, type PlanNode } from './plan.ts'
export { samplePlan } from './sample-plan.ts'
export { usePlan, type PlanState } from './use-plan.ts'
