import type { Plan } from '../../data/plan/index.ts'

/** All that a view is given. */
export interface PlanViewProps {
  readonly plan: Plan
}
